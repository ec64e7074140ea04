import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Locale } from '@aviary/contract/reference/endpoints'
import { useTranslation } from 'react-i18next'

/** The language of the interface if it is one of `locales`, else English. */
export function useLocale(locales: readonly Locale[]): string {
  const { language } = useTranslation().i18n
  return locales.some(({ system_key }) => system_key === language) ? language : FALLBACK_LOCALE
}
