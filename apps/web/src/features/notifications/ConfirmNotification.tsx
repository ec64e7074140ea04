import { FALLBACK_LOCALE, RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { JAPANESE } from '@aviary/contract/messages/body'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time.ts'
import { SendConfirmation } from '../deliveries/public.ts'
import { type FormValues, mailedAt } from './notification-form.ts'
import { useEntered } from './use-entered.ts'
import { type Draft, usePreview } from './use-notifications.ts'
import { shortPacificTime } from './zoned-words.ts'

type ConfirmNotificationProps = {
  draft: Draft
  values: FormValues
  /** Title of the template that the body was taken from. */
  template?: string | undefined
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}

const LANGUAGES: Partial<Record<string, string>> = { body: FALLBACK_LOCALE, bodyJa: JAPANESE }

/** The second look at a notification that is mailed: now, or when its time has come. */
export function ConfirmNotification({ draft, values, template, ...rest }: ConfirmNotificationProps) {
  const { t, i18n } = useTranslation('notifications')
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const entered = useEntered()(values).map(({ key, name, value }) => [name, value, LANGUAGES[key]] as const)
  const at = mailedAt(values) ?? now
  const isLater = at > now
  const when = { at: shortPacificTime(at, i18n.language) }
  return (
    <SendConfirmation
      {...rest}
      query={usePreview(draft)}
      nobody={t('confirm.nobody')}
      recipients={isLater && <p className="muted">{t('confirm.asOfNow')}</p>}
      entered={[...entered, [t('form.template'), template]]}
      confirm={
        isLater
          ? {
              internal: t('confirm.scheduleInternal', when),
              external: t('confirm.scheduleExternal', when),
            }
          : { internal: t('confirm.sendInternal'), external: t('confirm.sendExternal') }
      }
    />
  )
}
