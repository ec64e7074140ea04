import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasDraft } from '../../shared/saving/use-draft.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CancelEvent } from './CancelEvent.tsx'
import { DeleteEvent } from './DeleteEvent.tsx'
import { EventList } from './EventList.tsx'
import type { Kind } from './event-values.ts'
import { createDraft, editDraft } from './event-values.ts'
import type { Listed } from './listed-events.ts'
import { UpdateEvent } from './UpdateEvent.tsx'
import { useMaintenanceEvents, useMaintenanceWindows } from './use-maintenance.ts'
import { useRights } from './use-rights.ts'

export function EventsTab() {
  const { t } = useTranslation('maintenance')
  return <Tab kind="event" title={t('events.title')} query={useMaintenanceEvents()} />
}

/** The maintenance events as the v1 endpoints return them, under the older title (spec 2 §2.3). */
export function WindowsTab() {
  const { t } = useTranslation('maintenance')
  return <Tab kind="window" title={t('windows.title')} query={useMaintenanceWindows()} />
}

type Query = { data: readonly Listed[] | undefined; error: Error | null; refetch: () => unknown }
type Open = { what: 'update' | 'cancel' | 'delete'; event: Listed }

function Tab({ kind, title, query }: { kind: Kind; title: string; query: Query }) {
  const { t } = useTranslation('maintenance')
  const rights = useRights(kind)
  const { data } = query
  const [chosen, setOpen] = useState<Open | 'drafted' | undefined>('drafted')
  const drafted = useMemo(() => draftedEdit(kind, data), [kind, data])
  const open = chosen === 'drafted' ? drafted : chosen
  const openDialog = useCallback((what: Open['what'], event: Listed) => setOpen({ what, event }), [])
  const close = () => setOpen(undefined)
  return (
    <Panel title={title} aside={<span className="muted">{t('calendar.zone')}</span>}>
      <LoadError query={query} failure={t('list.error')} />
      {kind === 'window' && rights.mayEdit && <p className="muted">{t('windows.noNotification')}</p>}
      <EventList
        kind={kind}
        label={title}
        events={data}
        mayEdit={rights.mayEdit}
        mayCancel={rights.mayCancel}
        mayDelete={rights.mayDelete}
        onOpen={openDialog}
      />
      {open?.what === 'update' && rights.mayEdit && (
        <UpdateEvent
          key={open.event.id}
          kind={kind}
          event={data?.find(({ id }) => id === open.event.id) ?? open.event}
          onClose={close}
        />
      )}
      {open?.what === 'cancel' && <CancelEvent event={open.event} onClose={close} />}
      {open?.what === 'delete' && (
        <DeleteEvent kind={kind} event={open.event} onDone={close} onClose={close} />
      )}
    </Panel>
  )
}

/** Finds the edit form whose draft survived a reload or leaving the page. */
function draftedEdit(kind: Kind, events: readonly Listed[] | undefined): Open | undefined {
  if (hasDraft(createDraft(kind))) return undefined
  const event = events?.find(({ id }) => hasDraft(editDraft(kind, id)))
  return event && { what: 'update', event }
}
