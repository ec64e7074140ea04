import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import type { MaintenanceEvent } from '@aviary/contract/maintenance/schemas'
import { defaultSubject } from '@aviary/contract/notifications/rules'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { useSession } from '../../shared/session.ts'
import { nowMs, useNow } from '../../shared/time/clock.ts'
import { useErrorToast } from '../../shared/use-error-toast.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTemplates } from '../templates/public.ts'
import { ConfirmNotification } from './ConfirmNotification.tsx'
import { NotificationForm } from './NotificationForm.tsx'
import {
  changeBroadcast,
  changeType,
  type FormValues,
  findFaults,
  freshForm,
  isFresh,
  isPreviewable,
  toDraft,
  toLiveDraft,
} from './notification-form.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import { useCreateNotification } from './use-notifications.ts'
import { useWrittenPreview, WrittenPreview } from './WrittenPreview.tsx'

export const createDraft = (eventId: number): string => `notification-${eventId}`

/** Form of a new notification. With broadcast Y, mails go out only after a confirmation. */
export function CreateNotification({ event, onClose }: { event: MaintenanceEvent; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const { email } = useSession()
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const templates = useNotificationTemplates()
  const [fresh] = useState(() => freshForm({ event, now: nowMs() }))
  const { values, change, forget } = useDraft(createDraft(event.id), fresh)
  const [step, setStep] = useState<'begun' | 'confirming' | 'back'>('begun')
  const leave = () => {
    forget()
    onClose()
  }
  useSubjectOfMovedEvent(event, values, change)
  const create = useCreateNotification(createDraft(event.id), event.version, leave)
  const draft = toDraft(values, { event, email })
  const getContext = () => ({ event, now: nowMs() })
  const faults = findFaults(values, { now, asksSubject: true })
  // A new fault, such as a send time that has passed meanwhile, leads back to the form.
  const isConfirming = step === 'confirming' && faults.length === 0
  const live = useWrittenPreview(
    !isConfirming && isPreviewable(values, faults) ? toLiveDraft(draft, values.subject.trim()) : undefined,
    event.version,
  )
  const template = templates.find(({ pkey }) => String(pkey) === values.template)?.title
  return (
    <Dialog
      title={t(isConfirming ? 'confirm.title' : 'form.createTitle')}
      size="wide"
      isDirty={!isFresh(values, event)}
      onClose={leave}
    >
      {(close) =>
        isConfirming ? (
          <ConfirmNotification
            draft={draft}
            version={event.version}
            values={values}
            template={template}
            isBusy={create.isPending}
            onBack={() => setStep('back')}
            onConfirm={() => create.mutate(draft)}
          />
        ) : (
          <NotificationForm
            event={event}
            values={values}
            onChange={change}
            onType={(type) => change(changeType(values, type, getContext()))}
            onBroadcast={(broadcast) => change(changeBroadcast(values, broadcast, getContext()))}
            faults={faults}
            preview={<WrittenPreview live={live} broadcast={values.broadcast} />}
            people={live.people}
            asksSubject={values.broadcast === 'Y'}
            template={<TemplateChoice values={values} onChange={change} templates={templates} />}
            submit={t('form.submit')}
            isBack={step === 'back'}
            isBusy={create.isPending}
            onCancel={close}
            onSubmit={() => (values.broadcast === 'Y' ? setStep('confirming') : create.mutate(draft))}
          />
        )
      }
    </Dialog>
  )
}

/** A default subject names the day of the event, so it follows an event that is moved meanwhile. */
function useSubjectOfMovedEvent(
  { start_epoch }: MaintenanceEvent,
  { type, subject }: FormValues,
  change: (changes: Partial<FormValues>) => void,
) {
  const lastStart = useRef(start_epoch)
  useEffect(() => {
    if (lastStart.current === start_epoch) return
    const isDefault = subject === defaultSubject(type, lastStart.current * 1000)
    lastStart.current = start_epoch
    if (isDefault) change({ subject: defaultSubject(type, start_epoch * 1000) })
  })
}

function useNotificationTemplates() {
  const { t } = useTranslation('notifications')
  const { data, error } = useTemplates()
  useErrorToast(error, t('toast.templates'))
  return (data ?? []).filter((template) => template.template_type === 'notification')
}
