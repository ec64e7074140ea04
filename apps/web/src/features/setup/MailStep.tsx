import type { SetupSteps } from '@aviary/contract/setup/endpoints'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { guideLink } from '../../shared/guide.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { type Place, Step } from './Step.tsx'
import { useSendTestMail } from './use-setup.ts'

/** Says how to set the mail server, or tests it with a mail to the signed-in person. */
export function MailStep({ place, facts }: { place: Place; facts: SetupSteps['mail'] }) {
  const { t } = useTranslation('setup')
  const offline = useOfflineReason()
  const send = useSendTestMail()
  if (!facts.is_configured)
    return (
      <Step place={place} title={t('mail.title')}>
        <p>{t('mail.unset')}</p>
        <p>
          <Link {...guideLink('administration#the-first-hour')}>{t('guide.firstHour')}</Link>
        </p>
      </Step>
    )
  return (
    <Step
      place={place}
      title={t('mail.title')}
      action={
        <BusyButton
          variant={place.isDone ? 'default' : 'filled'}
          size="sm"
          disabledReason={offline}
          isBusy={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('mail.action')}
        </BusyButton>
      }
    >
      <p>{t('mail.fact', { sender: facts.sender })}</p>
      {facts.accepted_date && (
        <p className="muted">
          {t('mail.accepted')} <RelativeTime at={facts.accepted_date} />
        </p>
      )}
    </Step>
  )
}
