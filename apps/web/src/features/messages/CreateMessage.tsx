import type { PriorityType } from '@aviary/contract/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmBroadcast } from './ConfirmBroadcast.tsx'
import { EMPTY, getEmailFields, isEmptyForm, toDraft } from './draft.ts'
import { MessageForm } from './MessageForm.tsx'
import { useCreateMessage, useFormLists } from './use-messages.ts'

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
  const lists = useFormLists()
  const { values, change, forget } = useDraft(createDraft(jiraId), { ...EMPTY, messageType })
  const [isConfirming, setConfirming] = useState(false)
  const [isBodyTouched, setBodyTouched] = useState(false)
  const leave = () => {
    forget()
    onClose()
  }
  const create = useCreateMessage(createDraft(jiraId), leave)
  const fields = getEmailFields(lists.components, {
    ...{ priority, messageType: values.messageType },
    language: i18n.language,
  })
  const draft = toDraft(values, { jiraId, priority, fields })
  return (
    <Dialog
      title={t(isConfirming ? 'confirm.title' : 'form.createTitle')}
      size="xl"
      isDirty={!isEmptyForm(values)}
      onClose={leave}
    >
      {(close) =>
        isConfirming ? (
          <ConfirmBroadcast
            draft={draft}
            fields={fields}
            template={lists.templates?.find(({ pkey }) => String(pkey) === values.template)?.title}
            isBusy={create.isPending}
            onBack={() => {
              // spec 1 §2.9: Back marks the body field as touched again
              setBodyTouched(true)
              setConfirming(false)
            }}
            onConfirm={() => create.mutate(draft)}
          />
        ) : (
          <MessageForm
            values={values}
            onChange={change}
            lists={lists}
            priority={priority}
            isInternal={isInternal}
            fields={fields}
            isBodyTouched={isBodyTouched}
            onBodyTouched={() => setBodyTouched(true)}
            isBusy={create.isPending}
            onCancel={close}
            onSubmit={() => (values.broadcast === 'Y' ? setConfirming(true) : create.mutate(draft))}
          />
        )
      }
    </Dialog>
  )
}
