import { POLLING_INTERVAL_MS } from '@aviary/contract/constants'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../shared/formats.ts'
import { useNow } from '../shared/time/clock.ts'
import { exactTime } from '../shared/time/words.ts'
import classes from './ui.module.css'

const MISSED_POLLS = 2
const CHECK_EVERY_MS = 5_000

/** Time of the last answer from the server (milliseconds since 1970; 0 for never), marked stale after two missed polls. */
export function LastRefresh({ at }: { at: number }) {
  const { t, i18n } = useTranslation()
  const now = useNow(CHECK_EVERY_MS)
  if (at === 0) return null
  const isStale = now - at > MISSED_POLLS * POLLING_INTERVAL_MS + CHECK_EVERY_MS
  const time = dateFormat(i18n.language, {
    timeZone: 'UTC',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  return (
    <span className={classes.lastRefresh}>
      {t('lastRefresh')}{' '}
      <time dateTime={new Date(at).toISOString()} title={exactTime(at, i18n.language)}>
        {time.format(at)} UTC
      </time>
      {isStale && <strong className={classes.stale}> {t('stale')}</strong>}
    </span>
  )
}
