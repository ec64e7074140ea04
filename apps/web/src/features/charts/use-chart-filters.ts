import { joinNames, readNames } from '@aviary/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { allDataCentersQuery, dataCentersQuery } from '../../shared/settings.ts'
import { useNow } from '../../shared/time/clock.ts'
import { toDateText } from '../../shared/time/utc-text.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { type DayRange, hasFaults, type Preset, readRange } from './chart-range.ts'

const MINUTE_MS = 60_000
const LIMITS = { maxLength: 100, maxNames: 100 }

/**
 * Filters of all charts, stored in the URL: one range of days, and data centers. The returned object keeps its
 * identity, so that the charts are drawn again only when a filter changes.
 */
export function useChartFilters() {
  const { read, write } = useSearchParams()
  const { data: listedData, isPending, isError } = useQuery(dataCentersQuery)
  const { data: all } = useQuery(allDataCentersQuery)
  const today = toDateText(useNow(MINUTE_MS))
  const [invalid, setInvalid] = useState<{ typed: DayRange; address: string }>()
  const [days, start, end, dataCenterText] = [read('days'), read('start'), read('end'), read('data_centers')]
  const address = [days, start, end].join(' ')
  // Discards an invalid typed range once the URL changes, for example by the back button.
  if (invalid && invalid.address !== address) setInvalid(undefined)
  const { range, preset } = useMemo(() => readRange({ days, start, end }, today), [days, start, end, today])
  const dataCenters = useMemo(() => {
    const requestedNames = readNames(dataCenterText, LIMITS) ?? []
    return (all ?? []).map(({ system_name }) => system_name).filter((name) => requestedNames.includes(name))
  }, [all, dataCenterText])

  const listed = useMemo(() => ({ data: listedData, isPending, isError }), [listedData, isPending, isError])
  return useMemo(
    () => ({
      /**
       * Days that the availability chart shows; the incident charts show the same days unless the preset is `all`.
       */
      range,
      preset,
      today,
      /** Range as typed, also while it is invalid. */
      typed: invalid?.typed ?? range,
      /** System names in the order of the status grid; empty means all data centers. */
      dataCenters,
      listed,
      setPreset: (chosen: Preset) => {
        setInvalid(undefined)
        write({ days: chosen === 'all' ? '' : String(chosen), start: '', end: '' })
      },
      setRange: (next: DayRange) => {
        setInvalid(hasFaults(next) ? { typed: next, address } : undefined)
        if (!hasFaults(next)) write({ ...next, days: '' })
      },
      setDataCenters: (chosen: readonly string[]) => write({ data_centers: joinNames(chosen) }),
    }),
    [range, preset, today, invalid, dataCenters, listed, address, write],
  )
}

export type ChartFilterState = ReturnType<typeof useChartFilters>
