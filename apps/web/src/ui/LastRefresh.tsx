import { useTranslation } from 'react-i18next'
import { toRefreshTime, useOverdue } from '../shared/last-refresh.ts'
import { exactTime } from '../shared/time/words.ts'
import classes from './ui.module.css'

/**
 * Time of the last answer from the server (milliseconds since 1970; 0 for never), marked stale after two missed
 * polls.
 */
export function LastRefresh({ at }: { at: number }) {
  const { t, i18n } = useTranslation()
  const isStale = useOverdue(at) > 0
  if (at === 0) return null
  return (
    <span className={classes.lastRefresh}>
      {t('lastRefresh')}{' '}
      <time dateTime={new Date(at).toISOString()} title={exactTime(at, i18n.language)}>
        {toRefreshTime(at, i18n.language)}
      </time>
      {isStale && <strong className={classes.stale}> {t('stale')}</strong>}
    </span>
  )
}
