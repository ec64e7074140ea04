import { joinNames, severalNames } from '@aviary/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dataCentersQuery } from '../../shared/settings.ts'
import { useNow } from '../../shared/time.ts'
import { useAddress } from '../../shared/use-address.ts'
import { dateOf } from '../../shared/utc-text.ts'
import { type DayRange, isFaulty, readRange } from './chart-range.ts'

const MINUTE_MS = 60_000
const names = severalNames({ maxLength: 100, maxNames: 100 })

/** The one range of days and the data centers of all charts; the address holds them. */
export function useChartFilters() {
  const { read, write } = useAddress()
  const listed = useQuery(dataCentersQuery)
  const today = dateOf(useNow(MINUTE_MS))
  const [faulty, setFaulty] = useState<{ typed: DayRange; address: string }>()
  const [days, start, end, named] = [read('days'), read('start'), read('end'), read('data_centers')]
  const address = [days, start, end].join(' ')
  // The address has gone elsewhere since.
  if (faulty && faulty.address !== address) setFaulty(undefined)
  const { range, preset } = useMemo(() => readRange({ days, start, end }, today), [days, start, end, today])
  const dataCenters = useMemo(() => {
    const asked = names.safeParse(named).data ?? []
    return (listed.data ?? []).map(({ system_name }) => system_name).filter((name) => asked.includes(name))
  }, [listed.data, named])

  return {
    range,
    /** How many days up to today; undefined for a range of its own. */
    preset,
    /** As it stands in the fields, while it cannot be shown. */
    typed: faulty?.typed ?? range,
    /** By system name, in the order of the grid; none means all. */
    dataCenters,
    listed,
    setPreset: (count: number) => {
      setFaulty(undefined)
      write({ days: String(count), start: '', end: '' })
    },
    setRange: (next: DayRange) => {
      setFaulty(isFaulty(next) ? { typed: next, address } : undefined)
      if (!isFaulty(next)) write({ ...next, days: '' })
    },
    setDataCenters: (chosen: readonly string[]) => write({ data_centers: joinNames(chosen) }),
  }
}

export type ChartFilterState = ReturnType<typeof useChartFilters>
