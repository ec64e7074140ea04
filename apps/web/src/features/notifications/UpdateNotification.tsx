import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { isOpenType } from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import { nowMs, useNow } from '../../shared/time.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmNotification } from './ConfirmNotification.tsx'
import {
  changeEditedType,
  isJapaneseRenewed,
  previewOf,
  updateOf,
  useEditedNotification,
} from './edited-notification.ts'
import { NotificationForm } from './NotificationForm.tsx'
import { changeBroadcast, faultsOf, needsConfirmation, valuesOf } from './notification-form.ts'
import { useUpdateNotification } from './use-notifications.ts'

type UpdateNotificationProps = {
  /** As it is now, or as it was last seen. */
  notification: Notification
  event: MaintenanceEvent
  isDeleted: boolean
  onClose: () => void
}

/** What is to be mailed is looked at once more before it is changed. */
export function UpdateNotification({ notification, event, isDeleted, onClose }: UpdateNotificationProps) {
  const { t } = useTranslation('notifications')
  const { email } = useSession()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const edit = useEditedNotification(notification)
  const { base, values, isMailed, write: change } = edit
  const [step, setStep] = useState<'begun' | 'confirming' | 'back'>('begun')
  const leave = () => {
    edit.forget()
    onClose()
  }
  const update = useUpdateNotification(leave, () => setStep('back'))
  const asksSubject = !isOpenType(values.type)
  const isOutdated = edit.isOutdated && !isDeleted
  const found = faultsOf(values, { now, asksSubject, kept: valuesOf(base).sendTime, isMailed })
  // Nothing can mend what is not there any more.
  const faults = isDeleted ? [] : found
  const disabledReasonOf = () => {
    if (isDeleted) return 'form.deleted'
    if (!edit.isDirty) return 'form.mustChange'
    return isOutdated ? 'form.decide' : undefined
  }
  const disabledReason = disabledReasonOf()
  const saved = { base, values, relocalizes: edit.offersRelocalize && values.relocalize === 'Y' }
  const isConfirming =
    step === 'confirming' && !disabledReason && faults.length === 0 && needsConfirmation(values, isMailed)
  const preview = previewOf(saved, { event, email })
  const isRenewed = isJapaneseRenewed(saved)
  const save = () => update.mutate({ update: updateOf(saved), preview: isConfirming ? preview : undefined })
  const told =
    notification.version > base.version
      ? t('form.changedMeanwhile', { who: notification.updated_by ?? '' })
      : t('form.movedMeanwhile')
  const occasion = () => ({ event, now: nowMs() })
  return (
    <Dialog
      title={t(isConfirming ? 'confirm.title' : 'form.updateTitle')}
      size="xl"
      isDirty={edit.isDirty}
      onClose={leave}
    >
      {(close) =>
        isConfirming ? (
          <ConfirmNotification
            draft={preview}
            // What gives way is not what they will read.
            values={isRenewed ? { ...values, bodyJa: '' } : values}
            isBusy={update.isPending}
            onBack={() => setStep('back')}
            onConfirm={save}
          />
        ) : (
          <NotificationForm
            event={event}
            values={values}
            onChange={change}
            onType={(type) => change(changeEditedType({ base, values }, type, occasion()))}
            onBroadcast={(broadcast) => change(changeBroadcast(values, broadcast, occasion()))}
            faults={faults}
            disabledReason={disabledReason && t(disabledReason)}
            asksSubject={asksSubject}
            isMailed={isMailed}
            above={isOutdated && <ChangedMeanwhile told={told} edit={edit} />}
            offersRelocalize={edit.offersRelocalize}
            hasStoredJapanese={edit.hasStoredJapanese}
            isJapaneseRenewed={isRenewed}
            submit={t('form.save')}
            isBack={step === 'back'}
            isBusy={update.isPending}
            onCancel={close}
            onSubmit={() => (needsConfirmation(values, isMailed) ? setStep('confirming') : save())}
          />
        )
      }
    </Dialog>
  )
}
