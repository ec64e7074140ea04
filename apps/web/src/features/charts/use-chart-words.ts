import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat, durationFormat, listFormat, numberFormat } from '../../shared/formats.ts'
import { type DayRange, startOf } from './chart-range.ts'

/** Less than a second of a year: what reckoning in fractions loses is not cut off as well. */
const LEAST = 1e-12

/** What the charts say of days, numbers and lengths of time, in UTC. */
export function useChartWords() {
  const { t, i18n } = useTranslation('charts')
  const language = i18n.language
  return useMemo(() => {
    const date = (parts: Intl.DateTimeFormatOptions) => dateFormat(language, { timeZone: 'UTC', ...parts })
    const days = date({ year: 'numeric', month: 'short', day: 'numeric' })
    const months = date({ year: 'numeric', month: 'short' })
    const whole = numberFormat(language)
    const tenths = numberFormat(language, { maximumFractionDigits: 1 })
    // Cut and not rounded: what was not always there is never 100 %.
    const percents = numberFormat(language, {
      style: 'percent',
      // Always three, so that the decimals of a column stand below each other.
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
      roundingMode: 'floor',
    })
    const lengths = durationFormat(language, { style: 'long' })
    // A format leaves out what is zero, also where nothing else would be left.
    const moments = durationFormat(language, { style: 'long', secondsDisplay: 'always' })
    const lists = listFormat(language)
    return {
      day: (day: string) => days.format(startOf(day)),
      month: (month: string) => months.format(startOf(`${month}-01`)),
      range: ({ start, end }: DayRange) => `${days.formatRange(startOf(start), startOf(end))} (UTC)`,
      number: (number: number) => whole.format(number),
      minutes: (minutes: number) => tenths.format(minutes),
      percent: (percent: number | null) =>
        percent === null ? t('unknown') : percents.format(percent / 100 + LEAST),
      /** Exact to the second: "1 hour, 20 minutes". */
      length: (seconds: number) =>
        seconds < 0.5 ? moments.format({ seconds: 0 }) : lengths.format(partsOf(seconds)),
      list: (names: readonly string[]) => lists.format(names),
    }
  }, [t, language])
}

export type ChartWords = ReturnType<typeof useChartWords>

function partsOf(seconds: number): Record<string, number> {
  const all = Math.round(seconds)
  const parts = {
    days: Math.floor(all / 86_400),
    hours: Math.floor((all % 86_400) / 3600),
    minutes: Math.floor((all % 3600) / 60),
    seconds: all % 60,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value > 0))
}
