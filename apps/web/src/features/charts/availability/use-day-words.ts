import type { Spent } from '@aviary/contract/charts/rules'
import { availabilityOf } from '@aviary/contract/charts/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../../shared/names.ts'
import { useChartWords } from '../use-chart-words.ts'
import { type DayState, DEGRADED_STATES, isWholeDay } from './day-states.ts'

const MOST_TEXTS = 10_000

/** Formatters of a day: time per degraded state, availability and known time. */
export function useDayWords() {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const status = useStatusWord()
  return useMemo(() => {
    const listTroubles = (spent: Spent) =>
      DEGRADED_STATES.flatMap(([key, state]) => {
        const seconds = spent[key] ?? 0
        return seconds > 0 ? [t('day.trouble', { state: status(state), length: words.length(seconds) })] : []
      })
    const figures = (spent: Spent): string => {
      if (spent.known === 0) return t('day.unknown')
      const known = isWholeDay(spent) ? [] : [t('day.known', { length: words.length(spent.known) })]
      const available = t('day.available', { percent: words.percent(availabilityOf(spent)) })
      const troubleTexts = listTroubles(spent)
      return [...(troubleTexts.length > 0 ? troubleTexts : [t('day.normal')]), available, ...known].join(
        ' · ',
      )
    }
    // Caches texts, because a hundred strips show the same day, most of them with the same figures.
    const texts = new Map<string, string>()
    const dayFigures = ({ day, spent }: DayState): string => {
      const times = DEGRADED_STATES.map(([key]) => spent[key] ?? 0)
      const key = [day, spent.known, ...times].join(' ')
      const text = texts.get(key) ?? `${words.day(day)}: ${figures(spent)}`
      // Limits the cache: today's figures change each minute, and the page may stay open for weeks.
      if (texts.size > MOST_TEXTS) texts.clear()
      texts.set(key, text)
      return text
    }
    return { ...words, status, figures, dayFigures }
  }, [t, words, status])
}

export type DayWords = ReturnType<typeof useDayWords>
