import { getChannelTotal } from '@aviary/contract/channels/rules'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getTotal } from '@aviary/contract/deliveries/rules'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { isEdited } from '@aviary/contract/messages/rules'
import { screens } from '@aviary/contract/screens'
import { IconBroadcast, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useAuthorName } from '../../shared/author-name.ts'
import { useMay } from '../../shared/may.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { useCount } from '../../shared/use-count.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { MessageBody } from '../../ui/MessageBody.tsx'
import { ClockTime } from '../../ui/Time.tsx'
import classes from './story.module.css'
import type { Broadcast, StoryEntry } from './story.ts'
import { WhatChanged } from './WhatChanged.tsx'

type MessageEntry = Extract<StoryEntry, { kind: 'message' }>

/** A message with its current text, which may have been edited, and the broadcasts that mailed it. */
export function MessageCard({ entry, language }: { entry: MessageEntry; language: string }) {
  const { t } = useTranslation('timeline')
  const titleId = useId()
  const getAuthorName = useAuthorName()
  const { message, broadcasts, isStart } = entry
  const title = useMessageTypeName()(message.title)
  const shown = message.body[language] ? language : FALLBACK_LOCALE
  const languages = Object.keys(message.body)
  return (
    <article aria-labelledby={titleId} className={classes.card}>
      <header>
        <h3 id={titleId}>{isStart ? t('startWith', { title }) : title}</h3>
        {isInternalTitle(message.title) && <InternalMark />}
        <span className="muted">{getAuthorName(message.created_by)}</span>
        {isEdited(message) && (
          <>
            <span className="muted">
              {t('edited', { by: getAuthorName(message.updated_by ?? message.created_by) })}{' '}
              <ClockTime at={message.updated_date ?? message.created_date} isShort />
            </span>
            <WhatChanged message={message} />
          </>
        )}
      </header>
      <MessageBody
        html={message.body[shown] ?? message.message}
        lang={shown}
        label={title}
        className={classes.body}
      />
      {(broadcasts.length > 0 || languages.length > 1) && (
        <footer>
          <div>
            {broadcasts.map((broadcast) => (
              <BroadcastLine key={broadcast.broadcast_id} broadcast={broadcast} jiraId={message.jira_id} />
            ))}
          </div>
          {languages.length > 1 && (
            <span className="muted">{languages.map((code) => code.toUpperCase()).join(' · ')}</span>
          )}
        </footer>
      )}
    </article>
  )
}

type BroadcastLineProps = { broadcast: Broadcast; jiraId: string; isAlone?: boolean }

/** The people and the channels to whom a broadcast goes, each linked to the ledger and counted by state. */
export function BroadcastLine(props: BroadcastLineProps) {
  const { broadcast, jiraId } = props
  return (
    <>
      <MailLine {...props} />
      <ChannelLine channels={broadcast.channels} jiraId={jiraId} />
    </>
  )
}

type ChannelLineProps = { channels: Broadcast['channels']; jiraId: string }

function ChannelLine({ channels, jiraId }: ChannelLineProps) {
  const { t } = useTranslation('timeline')
  const number = useCount()
  const { queued, deferred, ...over } = channels
  const total = getChannelTotal(channels)
  if (total === 0) return null
  return (
    <p className={classes.mails}>
      <IconBroadcast size={14} aria-hidden />
      <LedgerLink
        text={t('channels', { count: total, number: number(total) })}
        search={{ reference: jiraId, by: 'channels' }}
      />
      <StateCounts counts={{ ...over, bounced: 0, waiting: queued + deferred }} />
    </p>
  )
}

/** Link to the delivery ledger, for those who may open it. */
function LedgerLink({ text, search }: { text: string; search: Record<string, string> }) {
  const may = useMay()
  if (!may(screens.deliveries)) return <span>{text}</span>
  return (
    <Link to="/deliveries" search={search as never}>
      {text}
    </Link>
  )
}

type Counts = Record<'sent' | 'waiting' | 'failed' | 'stopped' | 'bounced', number>

/** Counts by state; all but the number of those sent are left out if they are 0. */
function StateCounts({ counts }: { counts: Counts }) {
  const { t } = useTranslation('timeline')
  const number = useCount()
  const { sent, waiting, failed, stopped, bounced } = counts
  return (
    <>
      <span>{t('sent', { number: number(sent) })}</span>
      {waiting > 0 && <span>{t('waiting', { number: number(waiting) })}</span>}
      {failed > 0 && <span className={classes.failed}>{t('failed', { number: number(failed) })}</span>}
      {stopped > 0 && <span>{t('stopped', { number: number(stopped) })}</span>}
      {bounced > 0 && <span className={classes.failed}>{t('bounced', { number: number(bounced) })}</span>}
    </>
  )
}

function MailLine({ broadcast, jiraId, isAlone = false }: BroadcastLineProps) {
  const { t } = useTranslation('timeline')
  const number = useCount()
  const getAudienceName = useAudienceName()
  const { queued, deferred, ...over } = broadcast.progress
  const people = getTotal(broadcast.progress)
  const toPeople = t('mailed', {
    count: people,
    number: number(people),
    audience: getAudienceName(broadcast.audience),
  })
  return (
    <p className={classes.mails}>
      {!isAlone && <IconSend size={14} aria-hidden />}
      {isAlone && <strong>{broadcast.subject}</strong>}
      {!isAlone && broadcast.is_correction && <strong>{t('correction')}</strong>}
      <LedgerLink text={toPeople} search={{ reference: jiraId }} />
      <StateCounts counts={{ ...over, waiting: queued + deferred }} />
    </p>
  )
}
