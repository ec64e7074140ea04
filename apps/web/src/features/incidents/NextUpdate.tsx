import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/time/clock.ts'
import { durationInWords, exactTime, relativeTime } from '../../shared/time/words.ts'
import classes from './next-update.module.css'

const MINUTE = 60_000

/**
 * When the next message on an incident is due, or how long it is overdue; the tooltip shows the exact time.
 */
export function NextUpdate({ at }: { at: string }) {
  const { t, i18n } = useTranslation('incidents')
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const due = Date.parse(at)
  const isOverdue = due < now
  const words = isOverdue
    ? t('nextUpdate.overdue', { duration: durationInWords(Math.max(MINUTE, now - due), i18n.language) })
    : t('nextUpdate.due', { time: relativeTime(due, now, i18n.language) })
  return (
    <time
      dateTime={at}
      title={exactTime(due, i18n.language)}
      className={isOverdue ? classes.overdue : undefined}
    >
      {words}
    </time>
  )
}
