import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { takesPlace } from '@aviary/contract/maintenance/rules'
import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { isRowId } from '@aviary/contract/rules'
import { Button } from '@mantine/core'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../shared/api.ts'
import { lazyWithRetry } from '../../shared/lazy-when-idle.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { hasDraft } from '../../shared/saving/use-draft.ts'
import { useNow } from '../../shared/time/clock.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordHeaderSkeleton } from '../../ui/RecordHeader.tsx'
import { CancelEvent } from './CancelEvent.tsx'
import { DeleteEvent } from './DeleteEvent.tsx'
import { EventHeader } from './EventHeader.tsx'
import type { Kind } from './event-values.ts'
import { editDraft } from './event-values.ts'
import classes from './maintenance.module.css'
import { Overlaps } from './Overlaps.tsx'
import { UpdateEvent } from './UpdateEvent.tsx'
import { useMaintenanceEvent, useMaintenanceWindows } from './use-maintenance.ts'
import { hasNotification, useRights } from './use-rights.ts'

const Notifications = lazyWithRetry<{ event: MaintenanceEvent }>(() =>
  import('../notifications/public.ts').then((part) => ({ default: part.Notifications })),
)

/** One event with its notifications (spec 2 §2.4), in the wording of the list it was opened from. */
export function MaintenanceEventPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { read } = useSearchParams()
  const kind: Kind = read('tab') === 'windows' ? 'window' : 'event'
  if (!/^\d+$/.test(id)) return <Navigate to="/not-found" replace />
  // An invalid id cannot belong to an event, so the server is not asked.
  if (!isRowId(Number(id))) return <Unknown id={id} kind={kind} />
  return <Review key={id} id={Number(id)} kind={kind} />
}

type ReviewProps = { id: number; kind: Kind }
type Open = 'update' | 'cancel' | 'delete' | undefined

function Review({ id, kind }: ReviewProps) {
  const { t } = useTranslation('maintenance')
  const { t: inShell } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(() => (hasDraft(editDraft(kind, id)) ? 'update' : undefined))
  // While the delete dialog is open, it polls the event itself.
  const query = useMaintenanceEvent(id, open !== 'delete')
  const maintenanceWindow = useMaintenanceWindows(kind === 'window').data?.find(
    (candidate) => candidate.id === id,
  )
  const { data: event, error } = query
  const isUnknown = isNotFound(error)
  const close = () => setOpen(undefined)
  const toList = () => navigate({ to: '/maintenance_event', search: listSearch(kind) as never })
  useErrorToast(isUnknown ? null : error, t('toast.event'))

  if (isUnknown && open !== 'delete') return <Unknown id={id} kind={kind} />
  const title = `${inShell('screen.Maintenance Event')} ${id}`
  return (
    <>
      {event && (
        <>
          <EventHeader
            event={event}
            kind={kind}
            actions={
              <Actions kind={kind} event={kind === 'event' ? event : maintenanceWindow} onOpen={setOpen} />
            }
          />
          <p className={classes.belowHead}>
            <ToList kind={kind} />
            {kind === 'window' && <WithoutNotification event={maintenanceWindow} />}
          </p>
          {!event.cancelled_date && (
            <div className={classes.overlapsOfEvent}>
              <Overlaps
                heading="h2"
                start={Date.parse(event.start_date)}
                end={Date.parse(event.end_date)}
                dataCenters={event.data_centers.map(({ system_name }) => system_name)}
                id={event.id}
              />
            </div>
          )}
          <Suspense>
            <Notifications event={event} />
          </Suspense>
        </>
      )}
      {!event && !error && <RecordHeaderSkeleton title={title} loading={t('card.loading')} />}
      {!event && error && (
        <>
          <PageHeader title={title}>
            <ToList kind={kind} />
          </PageHeader>
          <LoadError query={query} failure={t('card.error')} />
        </>
      )}
      {event && open === 'update' && (
        <Update kind={kind} event={kind === 'event' ? event : maintenanceWindow} onClose={close} />
      )}
      {event && open === 'cancel' && <CancelEvent event={event} onClose={close} />}
      {event && open === 'delete' && (
        <DeleteEvent kind={kind} event={event} onDone={toList} onClose={close} />
      )}
    </>
  )
}

const listSearch = (kind: Kind) => (kind === 'window' ? { tab: 'windows' } : {})

function Unknown({ id, kind }: { id: number | string; kind: Kind }) {
  const { t } = useTranslation('maintenance')
  return (
    <>
      <PageHeader title={t('unknown', { id })} />
      <p>{t('unknownHelp')}</p>
      <ToList kind={kind} />
    </>
  )
}

function ToList({ kind }: { kind: Kind }) {
  const { t } = useTranslation('maintenance')
  return (
    <Link to="/maintenance_event" search={listSearch(kind) as never}>
      {t('toList')}
    </Link>
  )
}

/** Says on the v1 screens that the event has no notification and so cannot be edited there. */
function WithoutNotification({ event }: { event: MaintenanceWindow | undefined }) {
  const { t } = useTranslation('maintenance')
  const { mayEdit } = useRights('window')
  if (!mayEdit || !event || hasNotification(event)) return null
  return <span className="muted">{t('windows.noNotification')}</span>
}

type ActionsProps = {
  kind: Kind
  /** On the v1 screens undefined until the v1 list, which adds the notification, is loaded. */
  event: MaintenanceEvent | MaintenanceWindow | undefined
  onOpen: (what: Open) => void
}

function Actions({ kind, event, onOpen }: ActionsProps) {
  const { t } = useTranslation('maintenance')
  const offline = useOfflineReason()
  const { mayEdit, mayCancel, mayDelete } = useRights(kind)
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const isEditable = event !== undefined && !event.cancelled_date && hasNotification(event)
  const button = (text: string, what: Open) => (
    <Button variant="default" disabled={offline !== undefined} title={offline} onClick={() => onOpen(what)}>
      {text}
    </Button>
  )
  return (
    <>
      {mayEdit && isEditable && button(t('edit'), 'update')}
      {mayCancel && event && takesPlace(event, now) && button(t('cancel'), 'cancel')}
      {mayDelete && button(t('delete'), 'delete')}
    </>
  )
}

function Update({ kind, event, onClose }: Omit<ActionsProps, 'onOpen'> & { onClose: () => void }) {
  const { mayEdit } = useRights(kind)
  return event && mayEdit && hasNotification(event) ? (
    <UpdateEvent kind={kind} event={event} onClose={onClose} />
  ) : null
}
