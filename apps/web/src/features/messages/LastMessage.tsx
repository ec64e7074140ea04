import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { bodyPreview } from '@aviary/contract/messages/body'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useMessageTypeName } from '../../shared/message-type-names.ts'
import { Time } from '../../ui/Time.tsx'
import classes from './messages.module.css'

/** Characters of a message that are shown beside the form. */
const SHOWN = 300

type LastMessageProps = { message: ManagedMessage }

/** The beginning of the last message, as a reminder of what readers know. */
export function LastMessage({ message }: LastMessageProps) {
  const { t } = useTranslation('messages')
  return (
    <p className={classes.last}>
      {t('last.title')} <Time at={message.created_date} />{' '}
      <q lang={FALLBACK_LOCALE}>{bodyPreview(message.body[FALLBACK_LOCALE] ?? '', SHOWN)}</q>
    </p>
  )
}

/** A message posted after the author began to write; the author must confirm reading it before posting. */
export function NewerMessage({ message, onRead }: LastMessageProps & { onRead: () => void }) {
  const { t } = useTranslation('messages')
  const getAuthorName = useAuthorName()
  const nameOf = useMessageTypeName()
  return (
    <div className={classes.newer} role="alert">
      <p>
        <strong>{t('newer.title', { who: getAuthorName(message.created_by) })}</strong>{' '}
        {nameOf(message.title)}, <Time at={message.created_date} />
      </p>
      <blockquote lang={FALLBACK_LOCALE}>
        {bodyPreview(message.body[FALLBACK_LOCALE] ?? '', SHOWN)}
      </blockquote>
      <Button variant="default" size="compact-sm" onClick={onRead}>
        {t('newer.read')}
      </Button>
    </div>
  )
}
