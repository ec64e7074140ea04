import { RELATIVE_TIME_REFRESH_MS } from '@aviary/contract/constants'
import { listActiveNotifications } from '@aviary/contract/notifications/endpoints'
import type { ActiveNotification } from '@aviary/contract/notifications/schemas'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../shared/api.ts'
import { lazyWithRetry } from '../shared/lazy-when-idle.ts'
import { polled } from '../shared/queries.ts'
import { useNow } from '../shared/time/clock.ts'
import { useErrorToast } from '../shared/use-error-toast.ts'
import classes from './active-notifications.module.css'
import { hide, isHidden, showAll } from './hidden-notifications.ts'

// Loaded only when needed: it includes the HTML sanitizer, and usually there is no notification.
const NotificationBar = lazyWithRetry(() => import('./NotificationBar.tsx'))

const MAX_SHOWN = 2

/** Active Personalized Open notifications on every page (spec 2 §4): two at first, the rest on request. */
export function ActiveNotifications() {
  const { t } = useTranslation()
  const { data = [], error } = useQuery({
    queryKey: ['maintenance', 'active'],
    queryFn: async ({ signal }) => (await call(listActiveNotifications, { signal })).notifications,
    ...polled,
  })
  useErrorToast(error, t('toast.activeNotifications'))
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const [, setHideCount] = useState(0)
  const change = (run: () => void) => {
    run()
    setHideCount((before) => before + 1)
  }
  const active = data.filter(({ end_date }) => Date.parse(end_date) > now)
  const visible = active.filter((notification) => !isHidden(notification))
  const hiddenCount = active.length - visible.length
  const moreCount = Math.max(0, visible.length - MAX_SHOWN)
  const [isOpen, setOpen] = useState(false)
  // Collapses when few are left; otherwise later notifications would push down what the person works on.
  if (isOpen && moreCount === 0) setOpen(false)
  const shown = isOpen ? visible : visible.slice(0, MAX_SHOWN)
  return (
    <div role="status">
      <Suspense fallback={null}>
        <div className={classes.bars}>
          {shown.map((notification: ActiveNotification) => (
            <NotificationBar
              key={notification.id}
              notification={notification}
              onHide={() => change(() => hide(notification))}
            />
          ))}
        </div>
      </Suspense>
      {(moreCount > 0 || hiddenCount > 0) && (
        <div className={classes.counts}>
          {moreCount > 0 && (
            <button
              type="button"
              className={classes.button}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t('toast.fewer') : t('toast.more', { number: moreCount })}
            </button>
          )}
          {hiddenCount > 0 && (
            <span>
              {t('active.hidden', { number: hiddenCount })}{' '}
              <button type="button" className={classes.button} onClick={() => change(showAll)}>
                {t('active.show')}
              </button>
            </span>
          )}
        </div>
      )}
    </div>
  )
}
