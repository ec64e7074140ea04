import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dataCentersQuery, localesQuery, servicesQuery } from './settings.ts'

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
