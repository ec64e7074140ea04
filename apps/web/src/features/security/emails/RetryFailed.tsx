import { retryDeliveries } from '@aviary/contract/deliveries/endpoints'
import type { SecurityEmail } from '@aviary/contract/security/email-endpoints'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../../shared/online.ts'
import { bodyTo, useWrite } from '../../../shared/saving/use-write.ts'
import { useCount } from '../../../shared/use-count.ts'
import { DisabledButton } from '../../../ui/DisabledButton.tsx'
import classes from './emails.module.css'

/** The number of an email's mails that failed for good, with a button that retries them. */
export function RetryFailed({ email: { progress, broadcast_id } }: { email: SecurityEmail }) {
  const { t } = useTranslation('security-emails')
  const count = useCount()
  const offline = useOfflineReason()
  const retry = useWrite(bodyTo(retryDeliveries), {
    topics: ['security'],
    done: t('toast.retried'),
    failed: t('toast.retryFailed'),
  })
  if (!progress?.failed || broadcast_id === null) return null
  return (
    <div className={classes.buttons}>
      <span>{t('progress.failed', { failed: count(progress.failed) })}</span>
      <DisabledButton
        size="compact-sm"
        variant="default"
        disabledReason={retry.isPending ? '' : offline}
        onClick={() => retry.mutate({ broadcast_id })}
      >
        {t('retry')}
      </DisabledButton>
    </div>
  )
}
