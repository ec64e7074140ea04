import { useTranslation } from 'react-i18next'
import { useOnline } from '../shared/online.ts'
import { usePushState } from '../shared/push.ts'
import classes from './shell.module.css'

/** Live: changes arrive at once. Polling: within half a minute. Offline: not at all. */
export function ConnectionState() {
  const { t } = useTranslation()
  const push = usePushState()
  const isOnline = useOnline()
  const state = !isOnline ? 'offline' : push === 'open' ? 'live' : push === 'lost' ? 'polling' : 'connecting'
  return (
    <span className={classes.connection} data-state={state} role="status">
      {t(`connection.${state}`)}
    </span>
  )
}
