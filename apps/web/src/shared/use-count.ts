import { useTranslation } from 'react-i18next'
import { numberFormat } from './formats.ts'

/** Formats numbers for the display language; the returned function is stable between renders. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation()
  return numberFormat(i18n.language).format
}
