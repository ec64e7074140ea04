import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconMail,
  IconSend,
  IconTool,
  IconUser,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listFormat } from '../../shared/formats.ts'
import { useNames, useStatusWord } from '../../shared/names.ts'
import { useNow } from '../../shared/time/clock.ts'
import { useMarkChange } from '../../shared/use-mark-change.ts'
import { StatusIcon } from '../../ui/StatusIcon.tsx'
import { ClockTime } from '../../ui/Time.tsx'
import { PrecedentLine, type SearchedRange } from '../correlation/public.ts'
import { BroadcastLine, MessageCard } from './MessageCard.tsx'
import classes from './story.module.css'
import { isInternalEntry, type RoleEntry, type StatusEntry, type StoryEntry } from './story.ts'
import { useRoleText } from './use-entry-text.ts'

type StoryItemProps = {
  entry: StoryEntry
  language: string
  jiraId: string
  /** The range searched for changes; undefined until the changes are loaded. */
  searched: SearchedRange | undefined
}

/** `useNow` lags by up to a tick, so all else is known to have happened however new it is. */
const isPromise = ({ kind }: StoryEntry): boolean => kind === 'sla_end' || kind === 'next_update'

/** One entry: its time, a node on the line, and what happened. What is still ahead has a dashed node. */
export function StoryItem(props: StoryItemProps) {
  const { entry } = props
  const mark = useMarkChange<HTMLLIElement>(JSON.stringify(entry))
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const isAhead = isPromise(entry) && Date.parse(entry.at) > now
  return (
    <li
      ref={mark}
      className={classes.entry}
      data-kind={entry.kind}
      data-ahead={isAhead || undefined}
      data-internal={isInternalEntry(entry) || undefined}
    >
      <ClockTime at={entry.at} />
      <span className={classes.node} data-plain={entry.kind === 'status' || undefined}>
        {iconOf(entry)}
      </span>
      <div className={classes.what}>
        <Content {...props} />
      </div>
    </li>
  )
}

function Content({ entry, language, jiraId, searched }: StoryItemProps): ReactNode {
  const { t } = useTranslation('timeline')
  switch (entry.kind) {
    case 'message':
      return <MessageCard entry={entry} language={language} />
    case 'broadcast':
      return <BroadcastLine broadcast={entry.broadcast} jiraId={jiraId} isAlone />
    case 'status':
      return <StatusLine entry={entry} />
    case 'role':
      return <RoleLine entry={entry} />
    case 'change':
      return searched && <PrecedentLine item={entry.item} searched={searched} />
    default:
      return (
        <p className={classes.line}>
          <strong>{t(entry.kind)}</strong>
        </p>
      )
  }
}

const ICONS = {
  message: IconMail,
  broadcast: IconSend,
  start: IconAlertTriangle,
  end: IconCheck,
  sla_end: IconClock,
  next_update: IconClock,
  change: IconTool,
  role: IconUser,
} as const

function iconOf(entry: StoryEntry): ReactNode {
  if (entry.kind === 'status') return <StatusIcon status={entry.status} />
  const Icon = ICONS[entry.kind]
  return <Icon size={14} aria-hidden />
}

function RoleLine({ entry }: { entry: RoleEntry }) {
  const text = useRoleText()(entry)
  return (
    <>
      <p className={classes.line}>{text}</p>
      {entry.note && <p className={classes.line}>{entry.note}</p>}
    </>
  )
}

function StatusLine({ entry }: { entry: StatusEntry }) {
  const { t, i18n } = useTranslation('timeline')
  const names = useNames().at(entry.at)
  const word = useStatusWord()
  const places = listFormat(i18n.language, { type: 'conjunction' }).format(
    entry.dataCenters.map(names.dataCenter),
  )
  return (
    <p className={classes.line}>
      {t('place', { service: names.service(entry.service), dataCenter: places })}{' '}
      {entry.before && (
        <>
          <span className="muted">{word(entry.before)}</span> <span aria-hidden="true">→</span>
          <span className="visually-hidden">{t('became')}</span>{' '}
        </>
      )}
      <strong>{word(entry.status)}</strong>
    </p>
  )
}
