import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/names.ts'
import type { DayRange } from './chart-range.ts'
import { useChartWords } from './use-chart-words.ts'

/** Text that names the days and data centers shown. */
export function useScope(range: DayRange, dataCenters: readonly string[]): string {
  const { t } = useTranslation('charts')
  const words = useChartWords()
  const names = useNames()
  const days = words.range(range)
  if (dataCenters.length === 0) return days
  return t('scope', { range: days, dataCenters: words.list(dataCenters.map(names.dataCenter)) })
}
