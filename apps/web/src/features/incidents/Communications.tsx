import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import type { IncidentMessage } from '@aviary/contract/incidents/schemas'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { InternalMark } from '../../ui/InternalMark.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { MessageBody } from '../../ui/MessageBody.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Time } from '../../ui/Time.tsx'
import classes from './incident-details.module.css'
import { useMessages } from './use-incident.ts'

/** The messages to customers, newest first by default. */
export function Communications({ jiraId, priorityType }: { jiraId: string; priorityType: string }) {
  const { t } = useTranslation(['incident', 'shell'])
  const query = useMessages(jiraId)
  const { data, error } = query
  const { read, write } = useSearchParams()
  const isAscending = read('messages') === 'ascending'
  useErrorToast(error, t('toast.messages'))

  const messages = useMemo(() => {
    // spec 1 §4: only messages of this priority type, compared without case
    const matching = (data ?? []).filter(
      (message) => message.priorityType.toLowerCase() === priorityType.toLowerCase(),
    )
    return matching.sort((a, b) => (isAscending ? 1 : -1) * (a.created_epoch - b.created_epoch))
  }, [data, priorityType, isAscending])

  const sortButton = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={
        isAscending ? <IconArrowUp size={14} aria-hidden /> : <IconArrowDown size={14} aria-hidden />
      }
      onClick={() => write({ messages: isAscending ? '' : 'ascending' })}
    >
      {isAscending ? t('comms.oldestFirst') : t('comms.newestFirst')}
    </Button>
  )
  return (
    <Panel
      title={t('comms.title')}
      aside={messages.length > 1 ? sortButton : undefined}
      className={classes.tall}
    >
      <Loaded query={query} failure={t('comms.error')} loading={t('comms.loading')} rows={3} />
      {data && messages.length === 0 && <EmptyState title={t('comms.none')} />}
      <ol className={classes.messages}>
        {messages.map((message) => (
          <Message key={message.message_id} message={message} />
        ))}
      </ol>
    </Panel>
  )
}

function Message({ message }: { message: IncidentMessage }) {
  const { i18n } = useTranslation()
  // spec 1 §2.5: bodies exist in English and Japanese only
  const language = i18n.language === 'ja' && message.body.ja ? 'ja' : FALLBACK_LOCALE
  const isInternal = isInternalTitle(message.title)
  return (
    <li data-internal={isInternal || undefined}>
      <h3>
        {message.title}
        {isInternal && <InternalMark />}
      </h3>
      <Time at={message.created_date} />
      <MessageBody
        html={message.body[language] ?? message.message}
        lang={language}
        label={message.title}
        className={classes.body}
      />
    </li>
  )
}
