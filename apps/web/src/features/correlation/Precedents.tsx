import { CHANGE_SUMMARY_SHOWN_CHARACTERS } from '@aviary/contract/constants'
import type { Precedent } from '@aviary/contract/correlation/endpoints'
import { shorten } from '@aviary/contract/cut-text'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { ClockTime } from '../../ui/Time.tsx'
import { StateBadge } from '../changes/public.ts'
import classes from './correlation.module.css'
import { type SearchedRange, toFullSearch } from './full-search.ts'
import { useReason, useSharedNames } from './use-reason.ts'

type PrecedentsProps = { items: readonly Precedent[]; searched: SearchedRange }

/** Changes and maintenance events, each with the reason why it is listed. */
export function Precedents({ items, searched }: PrecedentsProps) {
  const reason = useReason()
  const { t } = useTranslation('correlation')
  const formatNames = useSharedNames()
  return (
    <ol className={classes.items}>
      {items.map((item) => (
        <li
          key={item.kind === 'change' ? `change ${item.change.id}` : `event ${item.event.id}`}
          data-internal={(item.kind === 'maintenance' && item.event.is_internal === 'Y') || undefined}
        >
          <div className={classes.head}>
            {item.kind === 'change' ? (
              <Change {...item} searched={searched} />
            ) : (
              <EventLink event={item.event} />
            )}
          </div>
          <p className={classes.reason}>{reason.before(item)}</p>
          <p className={classes.where}>
            {formatNames(item.shared)} ·{' '}
            <ClockTime
              at={item.kind === 'change' ? item.change.effective_at : item.event.start_date}
              isShort
            />{' '}
            · {t(item.kind === 'change' ? `kind.${item.change.change_type}` : 'kind.maintenance')}
          </p>
        </li>
      ))}
    </ol>
  )
}

type ChangeItem = Extract<Precedent, { kind: 'change' }>
type EventItem = Extract<Precedent, { kind: 'maintenance' }>

function Change({ change, searched }: ChangeItem & { searched: SearchedRange }) {
  return (
    <>
      <ChangeLink change={change} searched={searched} />
      <StateBadge change={change} />
    </>
  )
}

type ChangeLinkProps = { change: ChangeItem['change']; searched: SearchedRange }

/** Leads to the change history, searched for the same range, with this change open. */
function ChangeLink({ change, searched }: ChangeLinkProps) {
  const shown = shorten(change.summary, CHANGE_SUMMARY_SHOWN_CHARACTERS)
  return (
    <Link
      to="/changes"
      search={{ ...toFullSearch(change.change_type, searched), change: change.id } as never}
      title={shown === change.summary ? undefined : change.summary}
    >
      {change.ticket_id && `${change.ticket_id} `}
      {shown}
    </Link>
  )
}

function EventLink({ event }: { event: EventItem['event'] }) {
  return (
    <>
      <Link to="/maintenance_event/review/$id" params={{ id: String(event.id) }}>
        {event.title}
      </Link>
      {event.is_internal === 'Y' && <InternalMark />}
    </>
  )
}

/** One item in one line, for the story of an incident. */
export function PrecedentLine({ item, searched }: { item: Precedent; searched: SearchedRange }) {
  const reason = useReason()
  return (
    <div className={classes.line}>
      {item.kind === 'change' ? (
        <ChangeLink change={item.change} searched={searched} />
      ) : (
        <EventLink event={item.event} />
      )}{' '}
      <span className="muted">{reason.before(item)}</span>
    </div>
  )
}
