import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { eventReference } from '@aviary/contract/maintenance/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { screens } from '@aviary/contract/screens'
import { IconClock, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { Time } from '../../ui/Time.tsx'
import { BroadcastCounts, BroadcastProgress, isRunning } from '../deliveries/public.ts'
import classes from './notifications.module.css'

/**
 * Whether a notification was mailed and how far its mails are; `readAt` is when that was read, in milliseconds since
 * 1970.
 */
export function SentMark({ notification, readAt }: { notification: Notification; readAt: number }) {
  const { t } = useTranslation('notifications')
  const { broadcast, mail_queued, sent_time, progress, mwin_id } = notification
  const mayReadLedger = useMay()(screens.deliveries)
  if (mail_queued === 'N')
    return (
      broadcast === 'Y' && (
        <span className={classes.mark}>
          <IconClock size={16} aria-hidden /> {t('sent.scheduled')}
        </span>
      )
    )
  const failed = (text: string) => (
    <Link to="/deliveries" search={{ reference: eventReference(mwin_id) } as never}>
      {text}
    </Link>
  )
  const Shown = progress && isRunning(progress) ? BroadcastProgress : BroadcastCounts
  return (
    <div className={classes.lines}>
      <span className={classes.mark} data-sent>
        <IconSend size={16} aria-hidden /> {t('sent.sent')}
      </span>
      {sent_time && <Time at={sent_time} zone={PACIFIC} />}
      {progress && <Shown progress={progress} readAt={readAt} failed={mayReadLedger ? failed : undefined} />}
    </div>
  )
}
