import { PACIFIC } from '@aviary/contract/maintenance/pacific'
import { eventReference } from '@aviary/contract/maintenance/rules'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { screens } from '@aviary/contract/screens'
import { IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../shared/may.ts'
import { useCount } from '../../shared/use-count.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Time } from '../../ui/Time.tsx'
import { BroadcastCounts, BroadcastProgress, ChannelCounts, isRunning } from '../deliveries/public.ts'
import classes from './notifications.module.css'

/**
 * Whether a notification was mailed, and the progress of its mails and channels. `readAt`: when the progress was read, in
 * milliseconds since 1970.
 */
export function SentMark({ notification, readAt }: { notification: Notification; readAt: number }) {
  const { t } = useTranslation('notifications')
  const number = useCount()
  const { broadcast, mail_queued, sent_time, progress, channels, mwin_id } = notification
  const mayReadLedger = useMay()(screens.deliveries)
  if (mail_queued === 'N')
    return (
      broadcast === 'Y' && (
        <Tag>
          <IconClock size={12} aria-hidden /> {t('sent.scheduled')}
        </Tag>
      )
    )
  const failed = (text: string) => (
    <Link to="/deliveries" search={{ reference: eventReference(mwin_id) } as never}>
      {text}
    </Link>
  )
  const link = mayReadLedger ? failed : undefined
  const isOver = progress !== null && !isRunning(progress)
  const hasAll = isOver && progress.failed + progress.stopped + progress.bounced === 0
  return (
    <div className={classes.lines}>
      <Tag status={progress && progress.sent > 0 ? 'NORMAL' : undefined}>
        {progress ? t('sent.number', { number: number(progress.sent) }) : t('sent.sent')}
      </Tag>
      {sent_time && <Time at={sent_time} zone={PACIFIC} />}
      {progress && !isOver && <BroadcastProgress progress={progress} readAt={readAt} failed={link} />}
      {progress && isOver && !hasAll && <BroadcastCounts progress={progress} failed={link} withoutZeros />}
      {channels && <ChannelCounts progress={channels} withoutZeros />}
    </div>
  )
}
