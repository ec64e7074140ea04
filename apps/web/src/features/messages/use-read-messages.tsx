import type { MessageSuggestion } from '@aviary/contract/messages/endpoints'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentValue, isConflict } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { LoadError } from '../../ui/Loaded.tsx'
import type { FormValues } from './draft.ts'
import { NewerMessage } from './LastMessage.tsx'
import { useSuggestion } from './use-messages.ts'

/** Keeps the suggested values that a draft began with, and tracks which messages its author has seen. */
export function useReadMessages(jiraId: string, kept: Pick<FormValues, 'lastSeen' | 'begunWith'>) {
  const query = useSuggestion(jiraId)
  const [atOpening, setAtOpening] = useState<MessageSuggestion>()
  if (query.data && !atOpening) setAtOpening(query.data)
  const newest = query.data?.last_message ?? null
  const lastSeen = kept.lastSeen === undefined ? getLastId(atOpening) : kept.lastSeen
  const { last_message: _, ...suggested } = atOpening ?? {}
  return {
    query,
    /** Whether the earlier messages are still loading; nothing may be posted before they are known. */
    isWaiting: atOpening === undefined,
    newest,
    lastSeen,
    begunWith: kept.begunWith ?? (atOpening && (suggested as FormValues['begunWith'])),
    hasNewer: lastSeen !== undefined && (newest?.message_id ?? 0) > (lastSeen ?? 0),
  }
}

/** Id of the last message; null if there is none, undefined until loaded. */
const getLastId = (suggestion: MessageSuggestion | undefined): number | null | undefined =>
  suggestion && (suggestion.last_message?.message_id ?? null)

/** Notice above a form, and the reason why the form cannot be sent until the matter is settled. */
export type Hold = { notice: ReactNode; reason: string }

/**
 * Why a message cannot be posted now: earlier messages failed to load, a newer one is unread, or an earlier
 * attempt may have posted it.
 */
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
  // An earlier attempt with other content may have been posted, because its answer was lost.
  if (isConflict(error) && !isRefused) {
    const reason = t('newer.maybePosted')
    return { notice: <p role="alert">{reason}</p>, reason }
  }
  // A newer message by the same person may be this very message, posted by an attempt whose answer was lost. A
  // refusal rules that out.
  if (!newest || !read.hasNewer || (newest.created_by === email && !isRefused)) return undefined
  return { notice: <NewerMessage message={newest} onRead={onRead} />, reason: t('newer.first') }
}
