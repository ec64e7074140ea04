import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { IncidentDetail } from '@aviary/contract/incidents/schemas'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmCorrection } from './ConfirmCorrection.tsx'
import { EditForm, type Way } from './EditForm.tsx'
import { useEditedMessage } from './edited-message.ts'
import { MessageAbout, useMessageTitle } from './MessageAbout.tsx'
import { useCorrectMessage, useMailed } from './use-corrections.ts'
import { useUpdateMessage } from './use-messages.ts'

type UpdateMessageProps = {
  message: ManagedMessage
  /** Undefined until loaded. */
  incident: IncidentDetail | undefined
  /** Whether no later message ends this one's promise of a next update. */
  isNewest: boolean
  onClose: () => void
}

/**
 * Edits a message. A mailed message is changed on the pages only, or also corrected by mail after a
 * confirmation.
 */
export function UpdateMessage({ message, incident, isNewest, onClose }: UpdateMessageProps) {
  const { t } = useTranslation('messages')
  const edit = useEditedMessage(message, FALLBACK_LOCALE)
  const mailed = useMailed(message)
  const formTitle = mailed.data?.mailed_date ? 'form.mailedTitle' : 'form.updateTitle'
  const toTitle = useMessageTitle(incident)
  const [way, setWay] = useState<Way>()
  const [isConfirming, setConfirming] = useState(false)
  const leave = () => {
    edit.forget()
    onClose()
  }
  const goOn = (saved: ManagedMessage) => {
    if (!edit.continueAfterSave(saved)) return leave()
    setConfirming(false)
    setWay(undefined)
  }
  const update = useUpdateMessage(goOn)
  const correct = useCorrectMessage(message.id, goOn)
  const changes = {
    message_id: message.id,
    jira_id: message.jira_id,
    priority_type: message.priorityType,
    message_type: edit.type,
    body: edit.body,
    language: edit.language,
    relocalize: edit.relocalize,
    is_test: 'N' as const,
    ...edit.savedDue,
    version: edit.base.version,
  }
  return (
    <Dialog
      title={toTitle(t(isConfirming ? 'confirm.title' : formTitle))}
      size="wide"
      isDirty={edit.isDirty}
      onClose={leave}
    >
      {(close) => (
        <>
          {incident && <MessageAbout incident={incident} />}
          {isConfirming ? (
            <ConfirmCorrection
              draft={changes}
              isBusy={correct.isPending}
              onBack={() => setConfirming(false)}
              onConfirm={(shown) => correct.mutate({ ...changes, ...shown })}
            />
          ) : (
            <EditForm
              isInternal={incident?.isInternal === 'Y'}
              {...{ message, isNewest, edit, mailed, way, changes }}
              onWay={setWay}
              isBusy={update.isPending}
              onCancel={close}
              onSubmit={() =>
                way === 'correction' ? setConfirming(true) : update.mutate({ ...changes, broadcast: 'N' })
              }
            />
          )}
        </>
      )}
    </Dialog>
  )
}
