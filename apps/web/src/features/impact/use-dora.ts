import { IMPACTS_BELOW_CIS } from '@aviary/contract/constants'
import type { Ci } from '@aviary/contract/impact/endpoints'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { useMemo, useState } from 'react'
import type { ChosenCi, DoraState } from './dora-address.ts'
import { type Counted, type ShownScale, scalesOf } from './scales.ts'
import { useCategoriesOf, useCisOf, useCount, useFound, useServicesOf } from './use-impact.ts'
import type { Failing } from './use-load-failure.ts'

const isCalled = (one: DataCenter, name: string): boolean =>
  [one.system_name, one.name].some((own) => own.toLowerCase() === name.toLowerCase())

/** The one that has the name, whatever its case, as system name or as display name. */
export const findNamed = (list: readonly DataCenter[] | undefined, name: string): DataCenter | undefined =>
  list?.find(({ system_name }) => system_name.toLowerCase() === name.toLowerCase()) ??
  list?.find((one) => isCalled(one, name))

/** The system names of those that the list has, each once. */
export const systemNamesOf = (
  list: readonly DataCenter[] | undefined,
  names: readonly string[],
): string[] => [...new Set(names.flatMap((name) => findNamed(list, name)?.system_name ?? []))]

/** There is nothing to show, and nothing is coming. */
const hasFailed = ({ error, data }: { error: unknown; data: unknown }): boolean =>
  error !== null && data === undefined

/** The services of the data center, which of them are selected, and which of the link's it does not have. */
export function useServices(dc: string | undefined, { services: named }: DoraState) {
  const query = useServicesOf(dc)
  const { data } = query
  const selected = systemNamesOf(data, named)
  const key = JSON.stringify(selected)
  return {
    services: data,
    // biome-ignore lint/correctness/useExhaustiveDependencies: the same list while its names are
    selected: useMemo(() => selected, [key]),
    unknown: data ? named.filter((name) => !findNamed(data, name)) : [],
    isKnown: data !== undefined,
    hasFailed: hasFailed(query),
    failing: [{ text: 'toast.services', query }] satisfies Failing[],
  }
}

export type Listed = {
  categories: readonly string[] | undefined
  category: string | undefined
  choose: (category: string | undefined) => void
  /** Undefined while they are asked for, or nothing is. */
  cis: readonly Ci[] | undefined
  isAsked: boolean
  /** Others match as well: the list is cut. */
  isCut: boolean
  hasFailed: { categories: boolean; cis: boolean }
  failing: Failing[]
}

/** The categories and CIs to pick from: those that match the text, else all categories and the CIs of the chosen one. */
export function useListed(dc: string | undefined, text: string): Listed {
  const [chosen, setChosen] = useState<{ dc: string | undefined; category: string | undefined }>()
  // Another data center begins anew, and so does the way back to this one.
  if (chosen && chosen.dc !== dc) setChosen(undefined)
  const isSearch = text !== ''
  const categories = useCategoriesOf(isSearch ? undefined : dc)
  const found = useFound(dc, text)
  const listed = isSearch ? found.data?.ci_categories : categories.data
  const category = chosen?.dc === dc ? chosenOf(listed, chosen?.category) : undefined
  // A category that is called so is found with all that is in it.
  const isWhole = !isSearch || category?.toLowerCase().includes(text.toLowerCase())
  const ofCategory = useCisOf(dc, isWhole ? category : undefined)
  const matching = useMemo(
    () => found.data?.cis.filter((ci) => category === undefined || ci.category === category),
    [found.data, category],
  )
  const isFound = isSearch && !(category !== undefined && isWhole)
  return {
    categories: listed,
    category,
    choose: (next) => setChosen({ dc, category: next }),
    cis: isFound ? matching : ofCategory.data?.cis,
    isAsked: isSearch || category !== undefined,
    isCut: (isFound ? found.data : ofCategory.data)?.more_results ?? false,
    hasFailed: {
      categories: hasFailed(isSearch ? found : categories),
      cis: hasFailed(isFound ? found : ofCategory),
    },
    failing: [
      { text: 'toast.categories', query: categories },
      { text: 'toast.cis', query: ofCategory },
      { text: 'toast.search', query: found },
    ],
  }
}

/** A choice that nobody sees narrows nothing: of a category that is not listed the search finds the others. */
const chosenOf = (listed: readonly string[] | undefined, category: string | undefined) =>
  category !== undefined && listed && !listed.includes(category) ? undefined : category

export type Scales = {
  /** Why there are none; undefined when there are. */
  without: 'services' | 'tooMany' | undefined
  globalOf: (name: string) => ShownScale
  dataCenterOf: (name: string) => ShownScale
  /** Both answers are there. */
  isReckoned: boolean
  failing: Failing[]
}

type Reckoned = {
  dc: string | undefined
  services: readonly string[]
  names: readonly string[]
  /** The selected ones are few enough for one question; of those listed fewer than so many are asked for. */
  below?: number
}

/** The shares of companies that depend on CIs: of all data centers, and of the one (spec 3 §2, §9). */
export function useScales({ dc, services, names, below = Number.POSITIVE_INFINITY }: Reckoned): Scales {
  const without = services.length === 0 ? 'services' : names.length >= below ? 'tooMany' : undefined
  const asks = dc !== undefined && without === undefined && names.length > 0
  const everywhere = useCount(asks ? { cis: names, services, dataCenters: [] } : undefined)
  const here = useCount(asks ? { cis: names, services, dataCenters: [dc] } : undefined)
  const globalOf = useScaleOf(everywhere, asks)
  const dataCenterOf = useScaleOf(here, asks)
  return {
    without,
    globalOf,
    dataCenterOf,
    isReckoned: asks && everywhere.data !== undefined && here.data !== undefined,
    failing: [
      { text: 'toast.impact', query: everywhere },
      { text: 'toast.impact', query: here },
    ],
  }
}

const nothing = () => null

function useScaleOf({ data, error }: { data: Counted | undefined; error: unknown }, asks: boolean) {
  return useMemo(() => (!asks || (error && !data) ? nothing : scalesOf(data)), [asks, data, error])
}

export const useListedScales = (wanted: Omit<Reckoned, 'names' | 'below'>, cis: Listed['cis']) => {
  const names = useMemo(() => (cis ?? []).slice(0, IMPACTS_BELOW_CIS).map(({ name }) => name), [cis])
  return useScales({ ...wanted, names, below: IMPACTS_BELOW_CIS })
}

/** The selected CIs with the scales of now; what a link said stands in until they are there. */
export function withScales(cis: readonly ChosenCi[], scales: Scales): ShownCi[] {
  return cis.map((ci) => ({
    ...ci,
    global: scales.without ? null : orLinked(scales.globalOf(ci.name), ci.globalScale),
    dataCenter: scales.without ? null : orLinked(scales.dataCenterOf(ci.name), ci.dataCenterScale),
  }))
}

/** A CI and what is known of its scales now. */
export type ShownCi = Ci & { global: ShownScale; dataCenter: ShownScale }

const orLinked = (now: ShownScale, linked: ShownScale): ShownScale =>
  now === 'waiting' && linked !== null ? linked : now
