import { screens } from '@aviary/contract/screens'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../shared/may.ts'
import { useCount } from '../../../shared/use-count.ts'
import { LoadError } from '../../../ui/Loaded.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { BroadcastProgress } from '../../deliveries/public.ts'
import classes from './emails.module.css'
import { useSendingProgress } from './use-emails.ts'

type SendingPanelProps = { commId: number; secId: number | undefined; emailsAt: number }

/** Progress of sending the emails of a comm; hidden until an email was sent. */
export function SendingPanel({ commId, secId, emailsAt }: SendingPanelProps) {
  const { t } = useTranslation(['security-emails', 'shell'])
  const count = useCount()
  const mayLedger = useMay()(screens.deliveries)
  const query = useSendingProgress(commId, emailsAt)
  const { data, dataUpdatedAt, error } = query
  if (!data && error) return <LoadError query={query} failure={t('progress.error')} />
  if (!data) return <Skeleton rows={0} label={t('shell:loading')} />
  if (data.sent_emails === 0) return null
  const toLedger = (text: string): ReactNode => (
    <Link to="/deliveries" search={{ reference: `SEC-${secId}`, state: 'failed' } as never}>
      {text}
    </Link>
  )
  return (
    <div className={classes.sending}>
      <Panel title={t('progress.title')}>
        <p className={classes.totals}>
          {t('progress.sent', { count: data.sent_emails, number: count(data.sent_emails) })}
        </p>
        <BroadcastProgress
          progress={data.progress}
          readAt={dataUpdatedAt}
          failed={mayLedger && secId !== undefined ? toLedger : undefined}
        />
        {data.emails > data.sent_emails && (
          <p className="muted">{t('progress.unsent', { number: count(data.emails - data.sent_emails) })}</p>
        )}
      </Panel>
    </div>
  )
}
