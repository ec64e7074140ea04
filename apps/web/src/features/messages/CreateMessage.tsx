import type { PriorityType } from '@aviary/contract/wire'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/use-draft.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmBroadcast } from './ConfirmBroadcast.tsx'
import { draftOf, EMPTY, fieldsOf } from './draft.ts'
import { MessageForm } from './MessageForm.tsx'
import { useCreateMessage, useFormLists } from './use-messages.ts'

type CreateMessageProps = {
  jiraId: string
  priority: PriorityType
  isInternal: boolean
  onClose: () => void
}

/** With broadcast N it is sent at once, with Y after a second look (spec 1 §2.9). */
export function CreateMessage({ jiraId, priority, isInternal, onClose }: CreateMessageProps) {
  const { t } = useTranslation('messages')
  const lists = useFormLists()
  const { values, change, forget } = useDraft(`message-${jiraId}`, EMPTY)
  const [isConfirming, setConfirming] = useState(false)
  const [isBodyTouched, setBodyTouched] = useState(false)
  const create = useCreateMessage(() => {
    forget()
    onClose()
  })
  const fields = fieldsOf(lists.components, priority, values.messageType)
  const draft = draftOf(values, { jiraId, priority, fields })
  return (
    <Dialog title={t(isConfirming ? 'confirm.title' : 'form.createTitle')} size="xl" onClose={onClose}>
      {isConfirming ? (
        <ConfirmBroadcast
          draft={draft}
          fields={fields}
          isBusy={create.isPending}
          onBack={() => {
            // spec 1 §2.9: Back re-touches the body field
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
          onCancel={onClose}
          onSubmit={() => (values.broadcast === 'Y' ? setConfirming(true) : create.mutate(draft))}
        />
      )}
    </Dialog>
  )
}
