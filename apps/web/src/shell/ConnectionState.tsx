import { useTranslation } from 'react-i18next'
import { useReportedRefresh } from '../shared/last-refresh.ts'
import { useOnline } from '../shared/online.ts'
import { usePushState } from '../shared/push.ts'
import { useIsPhone } from '../shared/use-width.ts'
import { LastRefresh } from '../ui/LastRefresh.tsx'
import classes from './top-bar.module.css'

/**
 * Live: changes arrive at once. Polling: within half a minute. Offline: not at all. On a phone the page header has
 * the time of the last refresh.
 */
export function ConnectionState() {
  const { t } = useTranslation()
  const push = usePushState()
  const isOnline = useOnline()
  const isPhone = useIsPhone()
  const refreshedAt = useReportedRefresh()
  const state = !isOnline ? 'offline' : push === 'open' ? 'live' : push === 'lost' ? 'polling' : 'connecting'
  return (
    <div className={classes.connection}>
      <span role="status" className={classes.state} data-state={state}>
        <span className={isPhone ? 'visually-hidden' : undefined}>{t(`connection.${state}`)}</span>
      </span>
      {!isPhone && <LastRefresh at={refreshedAt} />}
    </div>
  )
}
