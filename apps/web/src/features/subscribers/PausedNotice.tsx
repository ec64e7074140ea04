import { actionNameOf } from '@aviary/contract/rights'
import { changingOthers } from '@aviary/contract/subscriptions/rules'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useOfflineReason } from '../../shared/online.ts'
import { useSession } from '../../shared/session.ts'
import { DisabledButton } from '../../ui/DisabledButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { useFocusRescue } from '../../ui/use-focus.ts'
import classes from './subscribers.module.css'
import { useResumeMails, useSubscriberFacts } from './use-subscribers.ts'

/** Says that the address is left out of new messages, and why; empty while mails are not paused. */
export function PausedNotice({ email }: { email: string }) {
  const { t } = useTranslation('subscribers')
  const paused = useSubscriberFacts(email).chosen.data?.paused
  return (
    <div {...useFocusRescue()}>
      {paused && (
        <div className={classes.paused}>
          <Notice isDanger>
            <p>
              <strong>{t('paused.title')}</strong>
            </p>
            <dl className={classes.lists}>
              <div>
                <dt>{t('paused.since')}</dt>
                <dd>
                  <Time at={paused.paused_date} />
                </dd>
              </div>
              {paused.reason && (
                <div>
                  <dt>{t('paused.said')}</dt>
                  <dd>{paused.reason}</dd>
                </div>
              )}
            </dl>
            <p>{t('paused.help')}</p>
            <ResumeButton email={email} />
          </Notice>
        </div>
      )}
    </div>
  )
}

function ResumeButton({ email }: { email: string }) {
  const { t } = useTranslation('subscribers')
  const offline = useOfflineReason()
  const mayChangeOthers = useMay()(changingOthers)
  const isOwn = useSession().email.toLowerCase() === email.toLowerCase()
  const resume = useResumeMails(email)
  const forbidden =
    isOwn || mayChangeOthers ? undefined : t('paused.mayNotResume', { action: actionNameOf(changingOthers) })
  return (
    <DisabledButton
      size="sm"
      variant="default"
      // The pending button keeps the focus, so that a failed write can be retried.
      disabledReason={resume.isPending ? '' : (forbidden ?? offline)}
      onClick={() => resume.mutate()}
    >
      {t('paused.resume')}
    </DisabledButton>
  )
}
