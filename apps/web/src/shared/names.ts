import { useQuery } from '@tanstack/react-query'
import { dataCentersQuery, servicesQuery } from './settings.ts'

/** What people read for a service or a data center; a name that nobody knows stays as it is. */
export function useNames() {
  const services = useQuery(servicesQuery).data
  const dataCenters = useQuery(dataCentersQuery).data
  const nameIn = (list: typeof services, systemName: string) =>
    list?.find((one) => one.system_name === systemName)?.name ?? systemName
  return {
    service: (systemName: string) => nameIn(services, systemName),
    dataCenter: (systemName: string) => nameIn(dataCenters, systemName),
  }
}
