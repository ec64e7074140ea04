import { deleteFollowUp, listFollowUps, updateFollowUp } from '@aviary/contract/follow-ups/endpoints'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api.ts'
import { polled } from '../../shared/queries.ts'
import { bodyTo, useWrite } from '../../shared/saving/use-write.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import type { RecordKind } from '../../ui/records/record-kind.ts'

/** The open follow-ups of all incidents by due date, or the closed ones, newest first. */
export function useFollowUps(isOpen: boolean) {
  const { t } = useTranslation('incident')
  const query = useQuery({
    queryKey: ['incidents', 'follow-ups', isOpen],
    queryFn: ({ signal }) => call(listFollowUps, { query: { is_open: isOpen ? 'true' : 'false' }, signal }),
    ...polled,
  })
  useErrorToast(query.error, t('followUps.error'))
  return query
}

/** Marks follow-ups as done or opens them again, unless somebody has changed them since they were shown. */
export function useUpdateState() {
  const { t } = useTranslation('incident')
  return useWrite(bodyTo(updateFollowUp), {
    topics: ['incidents'],
    done: ({ follow_up }) => t(follow_up.state === 'OPEN' ? 'followUps.reopened' : 'followUps.markedDone'),
    failed: t('followUps.editFailed'),
  })
}

export const DELETION = {
  endpoint: deleteFollowUp,
  bodyOf: ({ follow_up_id, version }: FollowUp) => ({ follow_up_id, version }),
}

/** `jiraId`: the incident that new follow-ups belong to; their drafts are kept apart by it. */
export function useFollowUpKind(jiraId?: string): RecordKind {
  const { t } = useTranslation('incident')
  return {
    topic: 'incidents',
    draft: jiraId === undefined ? 'follow-up' : `follow-up-${jiraId}`,
    title: (form) => t(form === 'create' ? 'followUps.add' : 'followUps.editTitle'),
    toast: (outcome) => t(`followUps.${outcome}`),
    list: {
      error: t('followUps.error'),
      count: (numbers) => t('followUps.count', numbers),
      actions: t('followUps.actions'),
      edit: t('followUps.edit'),
      delete: t('followUps.delete'),
    },
  }
}
