import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { CellStatus } from '@aviary/contract/status/rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dataCentersQuery, localesQuery, servicesQuery, severitiesQuery } from './settings.ts'

/** What people read for a service or a data center; a name that nobody knows stays as it is. */
export function useNames() {
  const services = useQuery(servicesQuery).data
  const dataCenters = useQuery(dataCentersQuery).data
  return useMemo(() => {
    const nameIn = (list: typeof services, systemName: string) =>
      list?.find((one) => one.system_name === systemName)?.name ?? systemName
    return {
      service: (systemName: string) => nameIn(services, systemName),
      dataCenter: (systemName: string) => nameIn(dataCenters, systemName),
    }
  }, [services, dataCenters])
}

/** What a language calls itself; one that is not active stays as it is. */
export function useLanguageName(): (systemKey: string) => string {
  const locales = useQuery(localesQuery).data
  return (systemKey) => locales?.find((one) => one.system_key === systemKey)?.display_name ?? systemKey
}

/**
 * The word for a status. The server's list has the provider's own in English; the other languages have translations,
 * and so has English until the list is there: the frame loads it once the page shows.
 */
export function useStatusWord(): (status: CellStatus) => string {
  const { t, i18n } = useTranslation()
  const severities = useQuery({ ...severitiesQuery, enabled: false }).data
  const isProviders = i18n.language === FALLBACK_LOCALE
  return useCallback(
    (status) => {
      const word = t(`status.${status}`)
      const own = isProviders && severities?.find((one) => one.system_key === status)?.display_value
      // Our own words are written as they stand within a sentence.
      return own && own.toLowerCase() !== word.toLowerCase() ? own : word
    },
    [t, isProviders, severities],
  )
}
