import {
  getOwnIncident,
  handOverIncident,
  type OwnIncident,
  publishIncident,
  updateOwnIncident,
} from '@aviary/contract/declared/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { nowMs } from '../../shared/time/clock.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'

/** The stored fields of an own incident, for its form; a pushed change of any incident refetches them. */
export function useOwnIncident(jiraId: string) {
  const { t } = useTranslation('declared')
  const query = useQuery({
    queryKey: ['incidents', 'own', jiraId],
    queryFn: ({ signal }) => call(getOwnIncident, { query: { jira_id: jiraId }, signal }),
  })
  useErrorToast(query.error, t('toast.load'))
  return query
}

/** Ends the incident now. */
export function useResolve(onDone: () => void) {
  const { t } = useTranslation('declared')
  return useWrite(
    (incident: OwnIncident) =>
      call(updateOwnIncident, {
        body: { ...incident, status: 'RESOLVED', end_date: new Date(nowMs()).toISOString() },
      }),
    { topics: ['incidents'], done: t('toast.resolved'), failed: t('toast.editFailed'), onDone },
  )
}

export function usePublish(onDone: () => void) {
  const { t } = useTranslation('declared')
  return useWrite(bodyTo(publishIncident), {
    ...{ topics: ['incidents'], done: t('toast.published'), failed: t('toast.publishFailed'), onDone },
  })
}

export function useHandOver(onDone: (to: string) => void) {
  const { t } = useTranslation('declared')
  return useWrite(bodyTo(handOverIncident), {
    topics: ['incidents', 'mails'],
    done: t('toast.handedOver'),
    failed: t('toast.handOverFailed'),
    onDone: ({ jira_id }) => onDone(jira_id),
  })
}
