import { useTranslation } from 'react-i18next'
import { useCount } from '../shared/use-count.ts'

/** Says on paper how many rows of a list exceed the print limit; renders nothing if all rows are printed. */
export function NotPrinted({ count }: { count: number }) {
  const { t } = useTranslation()
  const number = useCount()
  return count > 0 && <p>{t('notPrinted', { count, number: number(count) })}</p>
}
