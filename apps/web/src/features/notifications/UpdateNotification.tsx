import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { isOpenType } from '@aviary/contract/notifications/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuthorName } from '../../shared/author-name.ts'
import { useSession } from '../../shared/session.ts'
import { nowMs, useNow } from '../../shared/time/clock.ts'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmNotification } from './ConfirmNotification.tsx'
import {
  changeEditedType,
  isJapaneseRenewed,
  toPreview,
  toUpdate,
  useEditedNotification,
} from './edited-notification.ts'
import { NotificationForm } from './NotificationForm.tsx'
import {
  changeBroadcast,
  findFaults,
  isPreviewable,
  needsConfirmation,
  toLiveDraft,
  toValues,
} from './notification-form.ts'
import { ScheduledNotice } from './ScheduledNotice.tsx'
import { useUpdateNotification } from './use-notifications.ts'
import { useWrittenPreview, WrittenPreview } from './WrittenPreview.tsx'

type UpdateNotificationProps = {
  /** The notification as stored now, or as last seen before it was deleted. */
  notification: Notification
  event: MaintenanceEvent
  isDeleted: boolean
  onClose: () => void
}

/** The edit form of a notification. A change that will be mailed needs a confirmation. */
export function UpdateNotification({ notification, event, isDeleted, onClose }: UpdateNotificationProps) {
  const { t } = useTranslation('notifications')
  const { email } = useSession()
  const getAuthorName = useAuthorName()
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
  const allFaults = findFaults(values, {
    now,
    asksSubject,
    storedSendTime: toValues(base).sendTime,
    isMailed,
  })
  // A deleted notification cannot be saved anyway, so its faults are not shown.
  const faults = isDeleted ? [] : allFaults
  const getDisabledReason = () => {
    if (isDeleted) return 'form.deleted'
    if (!edit.isDirty) return 'form.mustChange'
    return isOutdated ? 'form.decide' : undefined
  }
  const disabledReason = getDisabledReason()
  const saved = { base, values, relocalizes: edit.offersRelocalize && values.relocalize === 'Y' }
  const isConfirming =
    step === 'confirming' && !disabledReason && faults.length === 0 && needsConfirmation(values, isMailed)
  const preview = toPreview(saved, { event, email })
  const live = useWrittenPreview(
    !isConfirming && !isMailed && isPreviewable(values, allFaults)
      ? toLiveDraft(preview, preview.subject)
      : undefined,
    event.version,
  )
  const isRenewed = isJapaneseRenewed(saved)
  const save = () =>
    update.mutate({
      update: toUpdate(saved),
      preview: isConfirming ? preview : undefined,
      eventVersion: event.version,
    })
  const changeText =
    notification.version > base.version
      ? t('form.changedMeanwhile', { who: getAuthorName(notification.updated_by ?? '') })
      : t('form.movedMeanwhile')
  const getContext = () => ({ event, now: nowMs() })
  return (
    <Dialog
      title={t(isConfirming ? 'confirm.title' : 'form.updateTitle')}
      size="wide"
      isDirty={edit.isDirty}
      onClose={leave}
    >
      {(close) =>
        isConfirming ? (
          <ConfirmNotification
            draft={preview}
            version={event.version}
            // Hides a Japanese body that will be translated again: the new translation is mailed instead.
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
            onType={(type) => change(changeEditedType({ base, values }, type, getContext()))}
            onBroadcast={(broadcast) => change(changeBroadcast(values, broadcast, getContext()))}
            faults={faults}
            preview={<WrittenPreview live={live} broadcast={isMailed ? 'N' : values.broadcast} />}
            people={live.people}
            disabledReason={disabledReason && t(disabledReason)}
            asksSubject={asksSubject}
            isMailed={isMailed}
            above={
              <>
                <ScheduledNotice
                  notification={notification}
                  // The recipients of the stored type, not of another one that is being chosen.
                  preview={values.type === notification.n_type ? live.data : undefined}
                >
                  {t('scheduled.edit')}
                </ScheduledNotice>
                {isOutdated && <ChangedMeanwhile message={changeText} edit={edit} />}
              </>
            }
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
