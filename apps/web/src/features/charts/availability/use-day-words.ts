import type { Spent } from '@aviary/contract/charts/rules'
import { availabilityOf } from '@aviary/contract/charts/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatusWord } from '../../../shared/names.ts'
import { useChartWords } from '../use-chart-words.ts'
import { type DayState, isWholeDay, TROUBLES } from './day-states.ts'

/** What is said of a day: what was wrong for how long, and what that comes to. */
export function useDayWords() {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const status = useStatusWord()
  return useMemo(() => {
    const troubles = (spent: Spent) =>
      TROUBLES.flatMap(([key, state]) => {
        const seconds = spent[key] ?? 0
        return seconds > 0 ? [t('day.trouble', { state: status(state), length: words.length(seconds) })] : []
      })
    const figures = (spent: Spent): string => {
      if (spent.known === 0) return t('day.unknown')
      const known = isWholeDay(spent) ? [] : [t('day.known', { length: words.length(spent.known) })]
      const available = t('day.available', { percent: words.percent(availabilityOf(spent)) })
      const wrong = troubles(spent)
      return [...(wrong.length > 0 ? wrong : [t('day.normal')]), available, ...known].join(' · ')
    }
    return {
      ...words,
      status,
      figures,
      whole: ({ day, spent }: DayState) => `${words.day(day)}: ${figures(spent)}`,
    }
  }, [t, words, status])
}

export type DayWords = ReturnType<typeof useDayWords>
