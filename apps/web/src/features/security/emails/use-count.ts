import { useTranslation } from 'react-i18next'

/** Writes numbers as the language has them. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  return (count) => format.format(count)
}
