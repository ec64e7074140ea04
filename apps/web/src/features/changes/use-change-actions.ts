import type { Change } from '@aviary/contract/changes/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { commitLink } from './change-fields.ts'

/** Links in the menu of a change to its ticket and to its commit on GitHub, as far as known. */
export function useChangeActions(): RowActions<Change> {
  const { t } = useTranslation('changes')
  const { issue_tracker_link: tracker } = useSettings()
  return useMemo(
    () => ({
      title: t('actions'),
      nameOf: ({ id, ticket_id }) => ticket_id ?? `#${id}`,
      of: (change) => {
        const commit = commitLink(change)
        return [
          ...(change.ticket_id === null
            ? []
            : [{ label: t('openTicket'), href: trackerLink(tracker, change.ticket_id) }]),
          ...(commit ? [{ label: t('openCommit'), href: commit }] : []),
        ]
      },
    }),
    [t, tracker],
  )
}
