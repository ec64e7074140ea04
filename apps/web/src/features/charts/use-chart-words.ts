import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat, durationFormat, listFormat, numberFormat } from '../../shared/formats.ts'
import { type DayRange, getDayStart } from './chart-range.ts'

/**
 * Added to an availability (0 to 1) before it is rounded down, so that a floating-point error does not lower
 * the last digit; far less than a second of a year.
 */
const ROUNDING_MARGIN = 1e-12

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** Formatters of the charts for days (UTC), numbers and durations. */
export function useChartWords() {
  const { t, i18n } = useTranslation('charts')
  const language = i18n.language
  return useMemo(() => {
    const date = (parts: Intl.DateTimeFormatOptions) => dateFormat(language, { timeZone: 'UTC', ...parts })
    const days = date({ year: 'numeric', month: 'short', day: 'numeric' })
    const months = date({ year: 'numeric', month: 'short' })
    const integers = numberFormat(language)
    // The rest is made on the first use: making all at once takes longer than a frame.
    const tenths = once(() => numberFormat(language, { maximumFractionDigits: 1 }))
    // Rounds down, so that anything less than fully available never shows as 100 %.
    const percents = once(() =>
      numberFormat(language, {
        style: 'percent',
        // Always three decimals, so that numbers align in a column.
        minimumFractionDigits: 3,
        maximumFractionDigits: 3,
        roundingMode: 'floor',
      }),
    )
    const lengths = once(() => durationFormat(language, { style: 'long' }))
    // Intl.DurationFormat omits zero parts; without `secondsDisplay` a zero duration would be empty.
    const moments = once(() => durationFormat(language, { style: 'long', secondsDisplay: 'always' }))
    const lists = once(() => listFormat(language))
    return {
      day: (day: string) => days.format(getDayStart(day)),
      month: (month: string) => months.format(getDayStart(`${month}-01`)),
      range: ({ start, end }: DayRange) => `${days.formatRange(getDayStart(start), getDayStart(end))} (UTC)`,
      number: (number: number) => integers.format(number),
      minutes: (minutes: number) => tenths().format(minutes),
      percent: (percent: number | null) =>
        percent === null ? t('unknown') : percents().format(percent / 100 + ROUNDING_MARGIN),
      /** Exact to the second: "1 hour, 20 minutes". */
      length: (seconds: number) =>
        seconds < 0.5 ? moments().format({ seconds: 0 }) : lengths().format(toDurationParts(seconds)),
      list: (names: readonly string[]) => lists().format(names),
    }
  }, [t, language])
}

export type ChartWords = ReturnType<typeof useChartWords>

function toDurationParts(seconds: number): Record<string, number> {
  const total = Math.round(seconds)
  const parts = {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3600),
    minutes: Math.floor((total % 3600) / 60),
    seconds: total % 60,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value > 0))
}
