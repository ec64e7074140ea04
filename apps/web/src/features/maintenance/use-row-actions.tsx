import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../shared/online.ts'
import type { RowActions } from '../../ui/DataTableRows.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import type { EventRow } from './event-row.ts'
import type { Listed, ListedEvents } from './listed-events.ts'
import classes from './maintenance.module.css'
import { ReviewLink } from './ReviewLink.tsx'
import { hasNotification } from './use-rights.ts'

/** Review link, edit and delete button of each row. */
export function useRowActions(props: ListedEvents): RowActions<EventRow<Listed>> {
  const { kind, mayEdit, mayDelete, onOpen } = props
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  return useMemo(() => {
    const button = (what: 'update' | 'delete', event: Listed) => {
      const text = t(what === 'update' ? 'edit' : 'delete')
      return (
        <RowButton
          name={`${text}: ${event.title}, ${event.id}`}
          disabledReason={offline}
          isSmall
          onClick={() => onOpen(what, event)}
        >
          {text}
        </RowButton>
      )
    }
    return {
      title: t('list.actions'),
      width: '96px',
      render: ({ event }) => (
        <div className={classes.rowActions}>
          <ReviewLink id={event.id} kind={kind} aria-label={`${t('review')}: ${event.title}, ${event.id}`}>
            {t('review')}
          </ReviewLink>
          {mayEdit && hasNotification(event) && button('update', event)}
          {mayDelete && button('delete', event)}
        </div>
      ),
    }
  }, [t, offline, kind, mayEdit, mayDelete, onOpen])
}
