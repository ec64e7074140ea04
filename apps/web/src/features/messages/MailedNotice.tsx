import type { MailedMessage } from '@aviary/contract/messages/correction-endpoints'
import { screens } from '@aviary/contract/screens'
import { useTranslation } from 'react-i18next'
import { useAudienceName } from '../../shared/audience.ts'
import { useMay } from '../../shared/may.ts'
import { useCount } from '../../shared/use-count.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import classes from './messages.module.css'

type MailedNoticeProps = { mailed: MailedMessage; jiraId: string }

/** Number of people who have a message by mail, and the time of the last mail; empty for an unmailed message. */
export function MailedNotice({ mailed, jiraId }: MailedNoticeProps) {
  const { t } = useTranslation(['messages', 'shell'])
  const number = useCount()
  const may = useMay()
  const getAudienceName = useAudienceName()
  const { people, waiting, audience, mailed_date } = mailed
  if (mailed_date === null) return null
  return (
    <div className={classes.mailed}>
      <Notice isDanger={audience === 'EXTERNAL'}>
        <p>
          <strong>{t('mailed.people', { count: people, number: number(people) })}</strong>
          {audience && ` · ${getAudienceName(audience)}`} · <Time at={mailed_date} />
        </p>
        {waiting > 0 && <p>{t('mailed.waiting', { count: waiting, number: number(waiting) })}</p>}
        <p>
          {t('mailed.noReturn')}{' '}
          {may(screens.deliveries) && (
            <a href={`/deliveries?reference=${encodeURIComponent(jiraId)}`} target="_blank" rel="noreferrer">
              {t('mailed.who')} <span className="visually-hidden">({t('shell:opensNewTab')})</span>
            </a>
          )}
        </p>
      </Notice>
    </div>
  )
}
