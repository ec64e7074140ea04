import { EXACT_TIME } from '@aviary/contract/exact-time'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat, numberFormat } from '../../../shared/formats.ts'
import { durationInWords } from '../../../shared/time/words.ts'
import type { Range } from '../range.ts'

const MINUTE = 60_000

/** Formatters of the timeline for times (UTC) and numbers. */
export function usePictureWords() {
  const { i18n } = useTranslation()
  const language = i18n.language
  return useMemo(() => {
    const format = (second: '2-digit' | undefined) =>
      dateFormat(language, { ...EXACT_TIME, timeZone: 'UTC', ...(second && { second }) })
    const [minutes, seconds] = [format(undefined), format('2-digit')]
    const numbers = numberFormat(language)
    const secondsLong = numberFormat(language, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'long',
    })
    return {
      /** Formats a range: "Aug 20, 2026, 14:00 – 15:00 UTC". */
      range: ({ from, to }: Range) =>
        (from % MINUTE === 0 && to % MINUTE === 0 ? minutes : seconds).formatRange(from, to),
      number: (number: number) => numbers.format(number),
      length: (ms: number) =>
        ms < MINUTE ? secondsLong.format(Math.round(ms / 1000)) : durationInWords(ms, language),
    }
  }, [language])
}
