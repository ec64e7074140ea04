import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { useTranslation } from 'react-i18next'
import { OpenRecord, type OpenRecordProps } from '../../ui/records/OpenRecord.tsx'
import { FollowUpForm } from './FollowUpForm.tsx'
import { DELETION } from './use-follow-ups.ts'

type DialogsProps = Omit<
  OpenRecordProps<FollowUp, (typeof DELETION)['endpoint']>,
  'form' | 'deletion' | 'deleteHelp'
> & {
  /** The incident that a new follow-up belongs to. */
  jiraId?: string
}

/** The open dialog of a list of follow-ups: the form, or the question before a deletion. */
export function FollowUpDialogs({ jiraId, ...records }: DialogsProps) {
  const { t } = useTranslation('incident')
  return (
    <OpenRecord
      {...records}
      form={(props) => <FollowUpForm {...props} jiraId={jiraId ?? props.record?.jira_id ?? ''} />}
      deletion={DELETION}
      deleteHelp={() => t('followUps.deleteHelp')}
    />
  )
}
