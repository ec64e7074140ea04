import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getTotal } from '@aviary/contract/deliveries/rules'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { isEdited } from '@aviary/contract/messages/rules'
import { screens } from '@aviary/contract/screens'
import { IconSend } from '@tabler/icons-react'
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

/** Number of people to whom a broadcast goes, linked to the ledger, and the number of its mails by state. */
export function BroadcastLine({ broadcast, jiraId, isAlone = false }: BroadcastLineProps) {
  const { t } = useTranslation('timeline')
  const number = useCount()
  const may = useMay()
  const getAudienceName = useAudienceName()
  const { sent, queued, deferred, failed, stopped, bounced } = broadcast.progress
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
      {may(screens.deliveries) ? (
        <Link to="/deliveries" search={{ reference: jiraId } as never}>
          {toPeople}
        </Link>
      ) : (
        <span>{toPeople}</span>
      )}
      <span>{t('sent', { number: number(sent) })}</span>
      {queued + deferred > 0 && <span>{t('waiting', { number: number(queued + deferred) })}</span>}
      {failed > 0 && <span className={classes.failed}>{t('failed', { number: number(failed) })}</span>}
      {stopped > 0 && <span>{t('stopped', { number: number(stopped) })}</span>}
      {bounced > 0 && <span className={classes.failed}>{t('bounced', { number: number(bounced) })}</span>}
    </p>
  )
}
