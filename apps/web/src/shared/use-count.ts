import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Formats numbers for the display language; the same function between renders. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation()
  return useMemo(() => new Intl.NumberFormat(i18n.language).format, [i18n.language])
}
