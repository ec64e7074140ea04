import { getTotal } from '@aviary/contract/deliveries/rules'
import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { useTranslation } from 'react-i18next'
import { exactTime } from '../../shared/time/words.ts'
import { useCount } from '../../shared/use-count.ts'
import classes from './maintenance.module.css'

type MailLinesProps = { title: string; notifications: readonly Notification[] | undefined }

/** Says before mails are stopped how many have gone out; nothing if no notification is mailed. */
export function MailLines({ title, notifications = [] }: MailLinesProps) {
  const lines = useMailLines(notifications)
  if (lines.length === 0) return null
  return (
    <div role="alert" className={classes.warning}>
      <p>{title}</p>
      <ul>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

/** One line per notification that is mailed, being mailed or scheduled; none for the others. */
function useMailLines(notifications: readonly Notification[]): { id: number; text: string }[] {
  const { t, i18n } = useTranslation('maintenance')
  const formatCount = useCount()
  const getLine = ({ title, broadcast, mail_queued, progress, send_time }: Notification) => {
    if (mail_queued === 'Y' && progress) {
      const remaining = progress.queued + progress.deferred
      const sent = formatCount(progress.sent + progress.bounced)
      if (remaining === 0) return t('delete.sent', { title, sent })
      const total = formatCount(getTotal(progress))
      return t('delete.mailing', { title, sent, total, left: formatCount(remaining) })
    }
    if (mail_queued === 'Y' || broadcast === 'N' || !send_time) return undefined
    const time = exactTime(Date.parse(send_time), i18n.language, PACIFIC)
    return t('delete.scheduled', { title, time })
  }
  return notifications.flatMap((notification) => {
    const text = getLine(notification)
    return text ? [{ id: notification.id, text }] : []
  })
}
