import { useEffect, useMemo } from 'react'
import { useCompanyScope } from './AffectedCompanies.tsx'
import type { ChosenCi, DoraState } from './dora-address.ts'
import { linkedScale } from './scales.ts'
import { type Scales, useListed, useListedScales, useScales, useServices, withScales } from './use-dora.ts'
import type { ChangeState } from './use-dora-state.ts'
import { useCount } from './use-impact.ts'

type Held = {
  state: DoraState
  change: ChangeState
  /** What of the address could not be read. */
  dropped: readonly string[]
}

/** All that is looked up in a data center. */
export function useLookup(dc: string | undefined, { state, change, dropped }: Held) {
  const services = useServices(dc, state)
  const asked = { dc, services: services.selected }
  const listed = useListed(dc, state.searchInput)
  const listedScales = useListedScales(asked, listed.cis)
  const key = JSON.stringify(state.cis.map(({ name }) => name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same list while its names are
  const names = useMemo(() => state.cis.map(({ name }) => name), [key])
  const scales = useScales({ ...asked, names })
  useScalesInAddress(scales, { isKnown: services.isKnown, state, change, dropped })
  // What is not known to be a service of this data center is not asked about.
  const companies = useCompanyScope(services.isKnown ? dc : undefined, names, services.selected)
  const counted = useCount(companies.asked)
  return {
    services,
    listed,
    listedScales,
    scales,
    selected: withScales(state.cis, scales),
    companies: { ...companies, counted: counted.data, hasFailed: counted.isError && !counted.data },
    failing: [
      ...services.failing,
      ...listed.failing,
      ...listedScales.failing,
      ...scales.failing,
      { text: 'toast.impact' as const, query: counted },
    ],
  }
}

/** The link says of each selected CI what is known of it now. */
function useScalesInAddress(
  scales: Scales,
  { isKnown, state, change, dropped }: Held & { isKnown: boolean },
) {
  const { without, isReckoned, globalOf, dataCenterOf } = scales
  // A link that could not be read whole stays as it is, and so does what is said of it, until something is changed.
  const isSettled = isKnown && dropped.length === 0 && (without !== undefined || isReckoned)
  const isStale = isSettled && state.cis.some((ci) => !isSame(ci, fresh(ci)))
  function fresh(ci: ChosenCi): ChosenCi {
    return {
      ...ci,
      globalScale: linkedScale(globalOf(ci.name)),
      dataCenterScale: linkedScale(dataCenterOf(ci.name)),
    }
  }
  useEffect(() => {
    if (!isStale) return
    change((before) => ({
      ...before,
      cis: before.cis.map((ci) => ({
        ...ci,
        globalScale: linkedScale(globalOf(ci.name)),
        dataCenterScale: linkedScale(dataCenterOf(ci.name)),
      })),
    }))
  }, [isStale, globalOf, dataCenterOf, change])
}

const isSame = (a: ChosenCi, b: ChosenCi): boolean =>
  a.globalScale === b.globalScale && a.dataCenterScale === b.dataCenterScale
