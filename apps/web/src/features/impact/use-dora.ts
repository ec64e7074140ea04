import { IMPACTS_BELOW_CIS } from '@aviary/contract/constants'
import type { Ci } from '@aviary/contract/impact/endpoints'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { useMemo, useState } from 'react'
import type { DoraState, SelectedCi } from './dora-address.ts'
import { type Counted, type ShownScale, toScaleLookup } from './scales.ts'
import {
  useCategoryCis,
  useCiCategories,
  useCiSearch,
  useCompanyCounts,
  useDataCenterServices,
} from './use-impact.ts'
import type { Failing } from './use-load-failure.ts'

const isCalled = (entry: DataCenter, name: string): boolean =>
  [entry.system_name, entry.name].some((own) => own.toLowerCase() === name.toLowerCase())

/** Finds a data center or service by name, ignoring case; system names win over display names. */
export const findByName = (list: readonly DataCenter[] | undefined, name: string): DataCenter | undefined =>
  list?.find(({ system_name }) => system_name.toLowerCase() === name.toLowerCase()) ??
  list?.find((entry) => isCalled(entry, name))

/** System names of the `list` entries that `names` refer to, without duplicates. */
export const toSystemNames = (
  list: readonly DataCenter[] | undefined,
  names: readonly string[],
): string[] => [...new Set(names.flatMap((name) => findByName(list, name)?.system_name ?? []))]

/** Whether a query failed and has no data; after a failed refetch the earlier data stays visible. */
const hasFailed = ({ error, data }: { error: unknown; data: unknown }): boolean =>
  error !== null && data === undefined

/** Services of a data center, the selected services, and services in the link that the data center lacks. */
export function useServices(dc: string | undefined, { services: linkedNames }: DoraState) {
  const query = useDataCenterServices(dc)
  const { data } = query
  const selected = toSystemNames(data, linkedNames)
  const key = JSON.stringify(selected)
  return {
    services: data,
    // biome-ignore lint/correctness/useExhaustiveDependencies: a list with the same names keeps its identity
    selected: useMemo(() => selected, [key]),
    unknown: data ? linkedNames.filter((name) => !findByName(data, name)) : [],
    isKnown: data !== undefined,
    hasFailed: hasFailed(query),
    failing: [{ text: 'toast.services', query }] satisfies Failing[],
  }
}

export type Listed = {
  categories: readonly string[] | undefined
  category: string | undefined
  choose: (category: string | undefined) => void
  /** Undefined while loading, and when neither a search nor a category is set. */
  cis: readonly Ci[] | undefined
  isRequested: boolean
  /** More CIs match than the server returned. */
  isCut: boolean
  hasFailed: { categories: boolean; cis: boolean }
  failing: Failing[]
}

/** Categories and CIs to pick from: search results, else all categories and the chosen category's CIs. */
export function useListed(dc: string | undefined, text: string): Listed {
  const [chosen, setChosen] = useState<{ dc: string | undefined; category: string | undefined }>()
  // Switching data centers clears the chosen category; returning does not restore the category.
  if (chosen && chosen.dc !== dc) setChosen(undefined)
  const isSearch = text !== ''
  const categories = useCiCategories(isSearch ? undefined : dc)
  const search = useCiSearch(dc, text)
  const listed = isSearch ? search.data?.ci_categories : categories.data
  const category = chosen?.dc === dc ? getVisibleCategory(listed, chosen?.category) : undefined
  // A category whose name matches the search is listed with all of its CIs.
  const isWhole = !isSearch || category?.toLowerCase().includes(text.toLowerCase())
  const categoryCis = useCategoryCis(dc, isWhole ? category : undefined)
  const matching = useMemo(
    () => search.data?.cis.filter((ci) => category === undefined || ci.category === category),
    [search.data, category],
  )
  const showsSearch = isSearch && !(category !== undefined && isWhole)
  return {
    categories: listed,
    category,
    choose: (next) => setChosen({ dc, category: next }),
    cis: showsSearch ? matching : categoryCis.data?.cis,
    isRequested: isSearch || category !== undefined,
    isCut: (showsSearch ? search.data : categoryCis.data)?.more_results ?? false,
    hasFailed: {
      categories: hasFailed(isSearch ? search : categories),
      cis: hasFailed(showsSearch ? search : categoryCis),
    },
    failing: [
      { text: 'toast.categories', query: categories },
      { text: 'toast.cis', query: categoryCis },
      { text: 'toast.search', query: search },
    ],
  }
}

/** Ignores a chosen category that is not listed, as the user could not see what filters the results. */
const getVisibleCategory = (listed: readonly string[] | undefined, category: string | undefined) =>
  category !== undefined && listed && !listed.includes(category) ? undefined : category

export type Scales = {
  /** Why no scales are requested: no service is selected, or too many CIs are listed. Otherwise undefined. */
  unavailableReason: 'services' | 'tooMany' | undefined
  getGlobalScale: (name: string) => ShownScale
  getDataCenterScale: (name: string) => ShownScale
  /** Whether the counts for all data centers and for this data center are loaded. */
  isLoaded: boolean
  failing: Failing[]
}

type ScalesInput = {
  dc: string | undefined
  services: readonly string[]
  names: readonly string[]
  /** Limit for listed CIs: scales are requested only for fewer CIs than this. Selected CIs have no limit. */
  below?: number
}

/**
 * Share of the companies in scope that depend on each CI, in percent, in all data centers and in `dc` (spec 3
 * §2, §9).
 */
export function useScales({ dc, services, names, below = Number.POSITIVE_INFINITY }: ScalesInput): Scales {
  const unavailableReason = services.length === 0 ? 'services' : names.length >= below ? 'tooMany' : undefined
  const isEnabled = dc !== undefined && unavailableReason === undefined && names.length > 0
  const everywhere = useCompanyCounts(isEnabled ? { cis: names, services, dataCenters: [] } : undefined)
  const inDataCenter = useCompanyCounts(isEnabled ? { cis: names, services, dataCenters: [dc] } : undefined)
  const getGlobalScale = useScaleLookup(everywhere, isEnabled)
  const getDataCenterScale = useScaleLookup(inDataCenter, isEnabled)
  return {
    unavailableReason,
    getGlobalScale,
    getDataCenterScale,
    isLoaded: isEnabled && everywhere.data !== undefined && inDataCenter.data !== undefined,
    failing: [
      { text: 'toast.impact', query: everywhere },
      { text: 'toast.impact', query: inDataCenter },
    ],
  }
}

const getNoScale = () => null

function useScaleLookup({ data, error }: { data: Counted | undefined; error: unknown }, isEnabled: boolean) {
  return useMemo(
    () => (!isEnabled || (error && !data) ? getNoScale : toScaleLookup(data)),
    [isEnabled, data, error],
  )
}

export const useListedScales = (input: Omit<ScalesInput, 'names' | 'below'>, cis: Listed['cis']) => {
  const names = useMemo(() => (cis ?? []).slice(0, IMPACTS_BELOW_CIS).map(({ name }) => name), [cis])
  return useScales({ ...input, names, below: IMPACTS_BELOW_CIS })
}

/** The selected CIs with scales: the scales in the URL until the current scales are loaded. */
export function withScales(cis: readonly SelectedCi[], scales: Scales): ShownCi[] {
  return cis.map((ci) => ({
    ...ci,
    global: scales.unavailableReason ? null : orLinked(scales.getGlobalScale(ci.name), ci.globalScale),
    dataCenter: scales.unavailableReason
      ? null
      : orLinked(scales.getDataCenterScale(ci.name), ci.dataCenterScale),
  }))
}

/** A CI with the scales to display: those in the URL until the current ones are loaded. */
export type ShownCi = Ci & { global: ShownScale; dataCenter: ShownScale }

const orLinked = (current: ShownScale, linked: ShownScale): ShownScale =>
  current === 'waiting' && linked !== null ? linked : current
