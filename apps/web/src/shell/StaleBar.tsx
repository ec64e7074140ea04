import { IconClockExclamation } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toRefreshTime, useOverdue, useReportedRefresh } from '../shared/last-refresh.ts'
import { nowMs } from '../shared/time/clock.ts'
import classes from './shell.module.css'

/** Delay before a page that became visible again is called stale: it polls at once, and the answer takes time. */
const PATIENCE_MS = 10_000

/** Says that polling fails, as long as the page is visible and its data are older than two polls. */
export function StaleBar() {
  const { t, i18n } = useTranslation()
  const at = useReportedRefresh()
  const overdue = useOverdue(at)
  const visibleSince = useVisibleSince()
  const isStale = overdue > 0 && nowMs() - visibleSince > PATIENCE_MS
  return (
    <div role="status">
      {isStale && (
        <p className={classes.stale}>
          <IconClockExclamation size={18} aria-hidden />{' '}
          {t('staleBar', { time: toRefreshTime(at, i18n.language) })}
        </p>
      )}
    </div>
  )
}

function useVisibleSince(): number {
  const [since, setSince] = useState(nowMs)
  useEffect(() => {
    const onChange = () => setSince(nowMs())
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return since
}
