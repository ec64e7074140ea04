import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { activeIncidentsQuery, activeIncidentsWithoutMessagesQuery } from '../../shared/active-incidents.ts'
import { polled } from '../../shared/queries.ts'

/** The active incidents, newest start first, polled every 30 seconds. */
export function useActiveIncidents() {
  const { i18n } = useTranslation()
  return useQuery({ ...activeIncidentsQuery(i18n.language), ...polled })
}

/** The active incidents without their messages. */
export function useActiveIncidentsWithoutMessages() {
  const { i18n } = useTranslation()
  return useQuery({ ...activeIncidentsWithoutMessagesQuery(i18n.language), ...polled })
}
