import { FALLBACK_LOCALE, RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { JAPANESE } from '@aviary/contract/messages/body'
import type { NotificationPreview } from '@aviary/contract/notifications/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { useCount } from '../../shared/use-count.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SendConfirmation } from '../deliveries/public.ts'
import { type FormValues, getMailTime } from './notification-form.ts'
import { useFieldValues } from './use-field-values.ts'
import { type Draft, usePreview } from './use-notifications.ts'
import { shortPacificTime } from './zone-times.ts'

type ConfirmNotificationProps = {
  draft: Draft
  /** Version of the event. */
  version: number
  values: FormValues
  /** Title of the template that the body comes from. */
  template?: string | undefined
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}

const LANGUAGES: Partial<Record<string, string>> = { body: FALLBACK_LOCALE, bodyJa: JAPANESE }

/** The confirmation before a notification is mailed, at once or at its send time. */
export function ConfirmNotification({ draft, version, values, template, ...rest }: ConfirmNotificationProps) {
  const { t, i18n } = useTranslation('notifications')
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const entered = useFieldValues()(values).map(
    ({ key, name, value }) => [name, value, LANGUAGES[key]] as const,
  )
  const sendAt = getMailTime(values) ?? now
  const isLater = sendAt > now
  const query = usePreview(draft, version)
  const count = useCount()
  const people = { number: query.data ? count(query.data.total) : '…' }
  const sendTime = { at: shortPacificTime(sendAt, i18n.language) }
  return (
    <SendConfirmation
      {...rest}
      query={query}
      notice={<ChangedEvent shown={query.data} />}
      nobody={t('confirm.nobody')}
      recipients={isLater && <p className="muted">{t('confirm.asOfNow')}</p>}
      entered={[...entered, [t('form.template'), template]]}
      confirm={
        isLater
          ? {
              internal: t('confirm.scheduleInternal', sendTime),
              external: t('confirm.scheduleExternal', sendTime),
            }
          : { internal: t('confirm.sendInternal', people), external: t('confirm.sendExternal', people) }
      }
    />
  )
}

/** Says what the mails would reach now, once the event changed while the person was confirming. */
function ChangedEvent({ shown }: { shown: NotificationPreview | undefined }) {
  const { t } = useTranslation('notifications')
  const number = useCount()
  const [first, setFirst] = useState(shown)
  if (shown && !first) setFirst(shown)
  if (!shown || !first || shown.event_version === first.event_version) return null
  const reach = ({ total, audience }: NotificationPreview) =>
    t(audience === 'INTERNAL' ? 'confirm.reachInternal' : 'confirm.reachExternal', { number: number(total) })
  return (
    <Notice isDanger>
      <p role="alert">{t('confirm.changed', { now: reach(shown), before: reach(first) })}</p>
    </Notice>
  )
}
