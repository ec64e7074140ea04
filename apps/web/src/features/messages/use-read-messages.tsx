import type { MessageSuggestion } from '@aviary/contract/messages/endpoints'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue, isConflict } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import type { FormValues } from './draft.ts'
import { NewerMessage } from './LastMessage.tsx'
import { useSuggestion } from './use-messages.ts'

/** What the draft was begun with, and what its author has seen of the messages that came since. */
export function useReadMessages(jiraId: string, kept: Pick<FormValues, 'lastSeen' | 'begunWith'>) {
  const query = useSuggestion(jiraId)
  const [atOpening, setAtOpening] = useState<MessageSuggestion>()
  if (query.data && !atOpening) setAtOpening(query.data)
  const newest = query.data?.last_message ?? null
  const lastSeen = kept.lastSeen === undefined ? getLastId(atOpening) : kept.lastSeen
  const { last_message: _, ...suggested } = atOpening ?? {}
  return {
    query,
    /** Whether it is not known yet what was posted so far; nothing may be posted before. */
    isWaiting: atOpening === undefined,
    newest,
    lastSeen,
    begunWith: kept.begunWith ?? (atOpening && (suggested as FormValues['begunWith'])),
    hasNewer: lastSeen !== undefined && (newest?.message_id ?? 0) > (lastSeen ?? 0),
  }
}

/** Null without a message, undefined while it is not known. */
const getLastId = (suggestion: MessageSuggestion | undefined): number | null | undefined =>
  suggestion && (suggestion.last_message?.message_id ?? null)

/** What is shown above a form, and why it cannot be sent before that is settled. */
export type Hold = { notice: ReactNode; reason: string }

/** Why a message must wait: it is not known what was posted so far, there is a newer message, or it may be posted already. */
export function useHold(
  read: ReturnType<typeof useReadMessages>,
  error: Error | null,
  onRead: () => void,
): Hold | undefined {
  const { t } = useTranslation('messages')
  const { email } = useSession()
  const { newest, query } = read
  if (read.isWaiting && query.error) {
    const reason = t('last.error')
    return { notice: <LoadError query={query} failure={reason} />, reason }
  }
  const isRefused = getCurrentValue(error) !== undefined
  // The answer of an earlier try was lost, and this one differs from it.
  if (isConflict(error) && !isRefused) {
    const reason = t('newer.maybePosted')
    return { notice: <p role="alert">{reason}</p>, reason }
  }
  // One's own newer message may be this one, whose answer was lost, unless the server says otherwise.
  if (!newest || !read.hasNewer || (newest.created_by === email && !isRefused)) return undefined
  return { notice: <NewerMessage message={newest} onRead={onRead} />, reason: t('newer.first') }
}
