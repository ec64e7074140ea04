import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { CellStatus } from '@aviary/contract/status/rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dataCentersQuery, localesQuery, servicesQuery, severitiesQuery } from './settings.ts'

/** Display names of services and data centers; an unknown system name is shown as it is. */
export function useNames() {
  const services = useQuery(servicesQuery).data
  const dataCenters = useQuery(dataCentersQuery).data
  return useMemo(() => {
    const nameIn = (list: typeof services, systemName: string) =>
      list?.find((item) => item.system_name === systemName)?.name ?? systemName
    return {
      service: (systemName: string) => nameIn(services, systemName),
      dataCenter: (systemName: string) => nameIn(dataCenters, systemName),
    }
  }, [services, dataCenters])
}

/** A language's name in that language; the key itself if the locale is not active. */
export function useLanguageName(): (systemKey: string) => string {
  const locales = useQuery(localesQuery).data
  return (systemKey) => locales?.find((locale) => locale.system_key === systemKey)?.display_name ?? systemKey
}

/**
 * The word for a status. In English the server's word takes precedence once the list of severities is loaded,
 * which the shell does after the page; other languages have only translations.
 */
export function useStatusWord(): (status: CellStatus) => string {
  const { t, i18n } = useTranslation()
  const severities = useQuery({ ...severitiesQuery, enabled: false }).data
  const isEnglish = i18n.language === FALLBACK_LOCALE
  return useCallback(
    (status) => {
      const word = t(`status.${status}`)
      const providerWord =
        isEnglish && severities?.find((severity) => severity.system_key === status)?.display_value
      // If the words differ only in case, the translation is used: it is lower case, as within a sentence.
      return providerWord && providerWord.toLowerCase() !== word.toLowerCase() ? providerWord : word
    },
    [t, isEnglish, severities],
  )
}
