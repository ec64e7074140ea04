import type { Change } from '@aviary/contract/changes/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { trackerLink, useSettings } from '../../shared/settings.ts'
import type { RowActions } from '../../ui/table/row-actions.ts'
import { commitLink } from './change-fields.ts'

/** Where the row of a change leads outside the product. */
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
