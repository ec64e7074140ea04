import { takesPlace } from '@aviary/contract/maintenance/rules'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import { nowMs } from '../../shared/time/clock.ts'
import type { RowActions } from '../../ui/table/row-actions.ts'
import type { EventRow } from './event-row.ts'
import type { Listed, ListedEvents } from './listed-events.ts'
import { reviewPath } from './ReviewLink.tsx'
import { hasNotification } from './use-rights.ts'

/** Review, Edit, Cancel event and Delete in the menu of each row. */
export function useRowActions(props: ListedEvents): RowActions<EventRow<Listed>> {
  const { kind, mayEdit, mayCancel, mayDelete, onOpen } = props
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  return useMemo(
    () => ({
      title: t('list.actions'),
      nameOf: ({ event }) => `${event.title}, ${event.id}`,
      of: ({ event }) => [
        { label: t('review'), to: reviewPath(event.id, kind) },
        ...(mayEdit && !event.cancelled_date && hasNotification(event)
          ? [{ label: t('edit'), run: () => onOpen('update', event), disabledReason: offline }]
          : []),
        ...(mayCancel && takesPlace(event, nowMs())
          ? [{ label: t('cancel'), run: () => onOpen('cancel', event), disabledReason: offline }]
          : []),
        ...(mayDelete
          ? [
              {
                label: t('delete'),
                run: () => onOpen('delete', event),
                disabledReason: offline,
                isDanger: true,
              },
            ]
          : []),
      ],
    }),
    [t, offline, kind, mayEdit, mayCancel, mayDelete, onOpen],
  )
}
