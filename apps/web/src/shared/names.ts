import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { CellStatus } from '@aviary/contract/status/rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { allDataCentersQuery, allServicesQuery, localesQuery, severitiesQuery } from './settings.ts'

type Place = {
  name: string
  system_name: string
  is_retired: boolean
  former_names?: { name: string; until: string }[] | undefined
}

/** The display name at an ISO 8601 time; today's name if no time is given. */
function nameIn(list: readonly Place[] | undefined, systemName: string, moment?: string): string {
  const place = list?.find((item) => item.system_name === systemName)
  const former = moment && place?.former_names?.find(({ until }) => Date.parse(until) > Date.parse(moment))
  return (former || place)?.name ?? systemName
}

export type Names = { service: (systemName: string) => string; dataCenter: (systemName: string) => string }
/** `at` returns the names that were in use at an ISO 8601 time. */
export type NamesOverTime = Names & { at: (moment: string) => Names }

/** Display names of services and data centers, also retired ones; an unknown system name is shown as it is. */
export function useNames(): NamesOverTime {
  const services = useQuery(allServicesQuery).data
  const dataCenters = useQuery(allDataCentersQuery).data
  return useMemo(() => {
    const namesAt = (moment?: string): Names => ({
      service: (systemName) => nameIn(services, systemName, moment),
      dataCenter: (systemName) => nameIn(dataCenters, systemName, moment),
    })
    return { ...namesAt(), at: namesAt }
  }, [services, dataCenters])
}

/** Names for chosen filters; the name of a retired service or data center says that it is retired. */
export function useFilterNames(): Names {
  const { t } = useTranslation()
  const services = useQuery(allServicesQuery).data
  const dataCenters = useQuery(allDataCentersQuery).data
  return useMemo(() => {
    const label = (list: readonly Place[] | undefined, systemName: string): string => {
      const name = nameIn(list, systemName)
      const isRetired = list?.find((place) => place.system_name === systemName)?.is_retired
      return isRetired ? t('retiredName', { name }) : name
    }
    return {
      service: (systemName) => label(services, systemName),
      dataCenter: (systemName) => label(dataCenters, systemName),
    }
  }, [t, services, dataCenters])
}

/** A language's name in that language; the key itself if the locale is not active. */
export function useLanguageName(): (systemKey: string) => string {
  const locales = useQuery(localesQuery).data
  return useCallback(
    (systemKey) => locales?.find((locale) => locale.system_key === systemKey)?.display_name ?? systemKey,
    [locales],
  )
}

/**
 * The word for a status. In English, the server's name of the severity takes precedence once the shell has loaded
 * the severities. Other languages have only translations.
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
