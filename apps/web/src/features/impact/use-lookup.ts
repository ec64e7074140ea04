import { useEffect, useMemo } from 'react'
import { useCompanyScope } from './AffectedCompanies.tsx'
import type { DoraState, SelectedCi } from './dora-address.ts'
import { linkedScale } from './scales.ts'
import { type Scales, useListed, useListedScales, useScales, useServices, withScales } from './use-dora.ts'
import type { ChangeState } from './use-dora-state.ts'
import { useCompanyCounts } from './use-impact.ts'

type LookupInput = {
  state: DoraState
  change: ChangeState
  /** URL parameters that could not be read. */
  dropped: readonly string[]
}

/** All queries of the Dora page for a data center. */
export function useLookup(dc: string | undefined, { state, change, dropped }: LookupInput) {
  const services = useServices(dc, state)
  const scalesInput = { dc, services: services.selected }
  const listed = useListed(dc, state.searchInput)
  const listedScales = useListedScales(scalesInput, listed.cis)
  const key = JSON.stringify(state.cis.map(({ name }) => name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list with the same names keeps its identity
  const names = useMemo(() => state.cis.map(({ name }) => name), [key])
  const scales = useScales({ ...scalesInput, names })
  useScalesInAddress(scales, { isKnown: services.isKnown, state, change, dropped })
  // Until the services are loaded, the link's services cannot be checked, so nothing is counted.
  const companies = useCompanyScope(services.isKnown ? dc : undefined, names, services.selected)
  const counted = useCompanyCounts(companies.selection)
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

/** Keeps the scales in the URL up to date. */
function useScalesInAddress(
  scales: Scales,
  { isKnown, state, change, dropped }: LookupInput & { isKnown: boolean },
) {
  const { unavailableReason, isLoaded, getGlobalScale, getDataCenterScale } = scales
  // A link that was not read completely stays untouched, so that the warning about it stays until the user changes
  // something.
  const isSettled = isKnown && dropped.length === 0 && (unavailableReason !== undefined || isLoaded)
  const isStale = isSettled && state.cis.some((ci) => !hasSameScales(ci, withCurrentScales(ci)))
  function withCurrentScales(ci: SelectedCi): SelectedCi {
    return {
      ...ci,
      globalScale: linkedScale(getGlobalScale(ci.name)),
      dataCenterScale: linkedScale(getDataCenterScale(ci.name)),
    }
  }
  useEffect(() => {
    if (!isStale) return
    change((before) => ({
      ...before,
      cis: before.cis.map((ci) => ({
        ...ci,
        globalScale: linkedScale(getGlobalScale(ci.name)),
        dataCenterScale: linkedScale(getDataCenterScale(ci.name)),
      })),
    }))
  }, [isStale, getGlobalScale, getDataCenterScale, change])
}

const hasSameScales = (a: SelectedCi, b: SelectedCi): boolean =>
  a.globalScale === b.globalScale && a.dataCenterScale === b.dataCenterScale
