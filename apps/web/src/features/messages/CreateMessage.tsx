import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LivePreview } from '../deliveries/public.ts'
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
import { MessageAbout, useMessageTitle } from './MessageAbout.tsx'
import { MessageForm } from './MessageForm.tsx'
import { useCreateMessage, useFormLists } from './use-messages.ts'
import { useHold, useReadMessages } from './use-read-messages.tsx'
import { useSettledPreview } from './use-settled-preview.ts'
import { useWriters } from './use-writers.ts'
import { Writers } from './Writers.tsx'

type CreateMessageProps = {
  incident: IncidentDetail
  /** The values that a new draft begins with. */
  begin?: Partial<FormValues>
  onClose: () => void
}

export const createDraft = (jiraId: string): string => `message-${jiraId}`

/** With broadcast N the message is posted at once, with Y after a confirmation (spec 1 §2.9). */
export function CreateMessage({ begin, ...props }: CreateMessageProps) {
  const { incident, onClose } = props
  const { jiraId, priorityType: priority } = incident
  const toTitle = useMessageTitle(incident)
  const { t, i18n } = useTranslation('messages')
  const { values: typed, change, forget } = useDraft(createDraft(jiraId), { ...EMPTY, ...begin })
  const [isConfirming, setConfirming] = useState(false)
  const [isBodyTouched, setBodyTouched] = useState(false)
  const leave = () => {
    forget()
    onClose()
  }
  const create = useCreateMessage(createDraft(jiraId), leave)
  const read = useReadMessages(jiraId, typed)
  const lists = useFormLists({ isWaiting: read.isWaiting })
  const values = withSuggestion(typed, read.begunWith)
  const fields = getEmailFields(lists.components, {
    ...{ priority, messageType: values.messageType },
    language: i18n.language,
  })
  const draft = toDraft(values, { jiraId, priority, fields })
  const live = useSettledPreview(isPreviewable(values) && !isConfirming ? draft : undefined)
  const write = (changes: Partial<FormValues> = {}) => {
    if (create.isError) create.reset()
    change({ lastSeen: read.lastSeen, begunWith: read.begunWith, ...changes })
  }
  const post = () => {
    // Stores the suggested values in the draft, so that a retry after a lost answer sends the same message.
    write()
    create.mutate({ draft, after_message: read.lastSeen })
  }
  const confirm = () => {
    write()
    setConfirming(true)
  }
  const hold = useHold(read, create.error, () => write({ lastSeen: read.newest?.message_id }))
  const writers = useWriters(jiraId)
  return (
    <Dialog
      title={toTitle(t(isConfirming ? 'confirm.title' : 'form.createTitle'))}
      size="wide"
      isDirty={!isEmptyForm(typed)}
      onClose={leave}
    >
      {(close) => (
        <>
          <MessageAbout incident={incident} />
          <Writers emails={writers} />
          {isConfirming ? (
            <ConfirmBroadcast
              draft={draft}
              fields={fields}
              template={lists.templates?.find(({ pkey }) => String(pkey) === values.template)?.title}
              isBusy={create.isPending}
              hold={hold}
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
              preview={<LivePreview preview={live.data} error={live.error} none={t('preview.none')} />}
              people={live.people}
              onChange={write}
              lists={lists}
              priority={priority}
              isInternal={incident.isInternal === 'Y'}
              fields={fields}
              hold={hold}
              isBodyTouched={isBodyTouched}
              onBodyTouched={() => setBodyTouched(true)}
              isBusy={create.isPending}
              onCancel={close}
              onSubmit={() => (values.broadcast === 'Y' ? confirm() : post())}
            />
          )}
        </>
      )}
    </Dialog>
  )
}
