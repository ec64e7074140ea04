import { actionNameOf } from '@aviary/contract/rights'
import { changingOthers } from '@aviary/contract/subscriptions/rules'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useSession } from '../../shared/session.ts'
import { useSearchParams } from '../../shared/use-search-params.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SubscriptionForm } from './SubscriptionForm.tsx'
import classes from './subscriptions.module.css'
import { useStored } from './use-subscriptions.ts'

/** The user's own subscriptions, or with `?email=` and the permission those of another person. */
export function SubscriptionsPage() {
  const { t } = useTranslation('subscriptions')
  const own = useSession().email
  const requestedEmail = useSearchParams().read('email').trim()
  const isOwn = requestedEmail === '' || requestedEmail.toLowerCase() === own.toLowerCase()
  const email = isOwn ? own : requestedEmail
  const mayChange = useMay()(changingOthers) || isOwn
  return (
    <>
      <PageHeader
        title={t('title')}
        fact={
          <>
            {t('email')} <strong>{email}</strong>
          </>
        }
      />
      {!isOwn && (
        <div className={classes.others}>
          <p>
            {t('others', { email })} {mayChange && t('othersNotified')}
          </p>
          <Link to="/subscriptions">{t('toOwn')}</Link>
        </div>
      )}
      <Subscriptions
        key={email.toLowerCase()}
        email={email}
        isOwn={isOwn}
        disabledReason={mayChange ? undefined : t('mayNotChange', { action: actionNameOf(changingOthers) })}
      />
    </>
  )
}

type SubscriptionsProps = {
  email: string
  isOwn: boolean
  /** Why the form is read-only; undefined if it can be changed. */
  disabledReason: string | undefined
}

function Subscriptions({ email, isOwn, disabledReason }: SubscriptionsProps) {
  const { t } = useTranslation('subscriptions')
  const query = useStored(email)
  return (
    <Loaded query={query} failure={t('error')} loading={t('loading')} rows={12}>
      {(stored) => (
        <SubscriptionForm email={email} isOwn={isOwn} stored={stored} disabledReason={disabledReason} />
      )}
    </Loaded>
  )
}
