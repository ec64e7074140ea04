import type { MessageSuggestion } from '@aviary/contract/messages/endpoints'
import type { PriorityType } from '@aviary/contract/rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isConflict } from '../../shared/api.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { useSession } from '../../shared/session.ts'
import { useDebounced } from '../../shared/use-debounced.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmBroadcast } from './ConfirmBroadcast.tsx'
import {
  EMPTY,
  type FormValues,
  getEmailFields,
  isEmptyForm,
  isPreviewable,
  toDraft,
  withSuggestion,
} from './draft.ts'
import { NewerMessage } from './LastMessage.tsx'
import { LivePreview } from './LivePreview.tsx'
import { MessageForm } from './MessageForm.tsx'
import { type Draft, useCreateMessage, useFormLists, useLivePreview, useSuggestion } from './use-messages.ts'

type CreateMessageProps = {
  jiraId: string
  priority: PriorityType
  isInternal: boolean
  /** The message type that a new draft begins with. */
  messageType?: string
  onClose: () => void
}

export const createDraft = (jiraId: string): string => `message-${jiraId}`

/** With broadcast N the message is posted at once, with Y after a confirmation (spec 1 §2.9). */
export function CreateMessage({ messageType = '', ...props }: CreateMessageProps) {
  const { jiraId, priority, isInternal, onClose } = props
  const { t, i18n } = useTranslation('messages')
  const { values: typed, change, forget } = useDraft(createDraft(jiraId), { ...EMPTY, messageType })
  const [isConfirming, setConfirming] = useState(false)
  const [isBodyTouched, setBodyTouched] = useState(false)
  const leave = () => {
    forget()
    onClose()
  }
  const create = useCreateMessage(createDraft(jiraId), leave)
  const read = useReadMessages(jiraId, typed)
  const lists = useFormLists({ isWaiting: read.isLoading })
  const values = withSuggestion(typed, read.begunWith)
  const fields = getEmailFields(lists.components, {
    ...{ priority, messageType: values.messageType },
    language: i18n.language,
  })
  const draft = toDraft(values, { jiraId, priority, fields })
  const post = () => create.mutate({ draft, after_message: read.lastSeen })
  const live = useSettledPreview(isPreviewable(values) && !isConfirming ? draft : undefined)
  const write = (changes: Partial<FormValues>) =>
    change({ lastSeen: read.lastSeen, begunWith: read.begunWith, ...changes })
  const { email } = useSession()
  // One's own newer message is this one whose answer was lost, unless the server says otherwise.
  const isUnread = read.hasNewer && (read.newest?.created_by !== email || isConflict(create.error))
  const newer = isUnread && read.newest && (
    <NewerMessage message={read.newest} onRead={() => write({ lastSeen: read.newest?.message_id })} />
  )
  return (
    <Dialog
      title={t(isConfirming ? 'confirm.title' : 'form.createTitle')}
      size="wide"
      isDirty={!isEmptyForm(typed)}
      onClose={leave}
    >
      {(close) =>
        isConfirming ? (
          <ConfirmBroadcast
            draft={draft}
            fields={fields}
            template={lists.templates?.find(({ pkey }) => String(pkey) === values.template)?.title}
            isBusy={create.isPending}
            notice={newer}
            onBack={() => {
              // spec 1 §2.9: Back marks the body field as touched again
              setBodyTouched(true)
              setConfirming(false)
            }}
            onConfirm={post}
          />
        ) : (
          <MessageForm
            values={values}
            typedFields={typed.fields}
            lastMessage={read.newest}
            expectedLanguages={read.begunWith?.languages ?? []}
            preview={<LivePreview preview={live.data} error={live.error} />}
            people={isPreviewable(values) ? live.data?.total : undefined}
            onChange={write}
            lists={lists}
            priority={priority}
            isInternal={isInternal}
            fields={fields}
            notice={newer}
            isBodyTouched={isBodyTouched}
            onBodyTouched={() => setBodyTouched(true)}
            isBusy={create.isPending}
            onCancel={close}
            onSubmit={() => (values.broadcast === 'Y' ? setConfirming(true) : post())}
          />
        )
      }
    </Dialog>
  )
}

/** What the draft was begun with, and what its author has seen of the messages that came since. */
function useReadMessages(jiraId: string, kept: Pick<FormValues, 'lastSeen' | 'begunWith'>) {
  const { data: suggestion, isPending: isLoading } = useSuggestion(jiraId)
  const [atOpening, setAtOpening] = useState<MessageSuggestion>()
  if (suggestion && !atOpening) setAtOpening(suggestion)
  const newest = suggestion?.last_message ?? null
  const lastSeen = kept.lastSeen === undefined ? getLastId(atOpening) : kept.lastSeen
  const { last_message: _, ...suggested } = atOpening ?? {}
  return {
    isLoading,
    newest,
    lastSeen,
    begunWith: kept.begunWith ?? (atOpening && (suggested as FormValues['begunWith'])),
    hasNewer: lastSeen !== undefined && (newest?.message_id ?? 0) > (lastSeen ?? 0),
  }
}

/** Null without a message, undefined while it is not known. */
const getLastId = (suggestion: MessageSuggestion | undefined): number | null | undefined =>
  suggestion && (suggestion.last_message?.message_id ?? null)

/** Milliseconds without a keystroke before the preview is asked for. */
const PREVIEW_AFTER_MS = 600

function useSettledPreview(draft: Draft | undefined) {
  const text = draft && JSON.stringify({ ...draft, broadcast: 'N', email_template_data: draft.email_fields })
  const settled = useDebounced(text, PREVIEW_AFTER_MS)
  return useLivePreview(
    useMemo(() => (settled === undefined ? undefined : (JSON.parse(settled) as Draft)), [settled]),
  )
}
