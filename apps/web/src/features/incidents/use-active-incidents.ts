import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery } from '../../shared/active-incidents.ts'
import { polled } from '../../shared/queries.ts'

/** The open incidents, newest start first, polled every 30 seconds. */
export function useActiveIncidents() {
  const { i18n } = useTranslation()
  return useQuery({ ...activeIncidentsQuery(i18n.language), ...polled })
}
