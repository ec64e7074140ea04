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

// It brings along what makes a body safe to show, and mostly there is none.
const NotificationBar = lazyWithRetry(() => import('./NotificationBar.tsx'))

const MOST_SHOWN = 2

/** The Personalized Open notifications that show now, on every page (spec 2 §4): two at first, the rest when asked for. */
export default function ActiveNotifications() {
  const { t } = useTranslation()
  const { data = [], error } = useQuery({
    queryKey: ['maintenance', 'active'],
    queryFn: async ({ signal }) => (await call(listActiveNotifications, { signal })).notifications,
    ...polled,
  })
  useErrorToast(error, t('toast.activeNotifications'))
  const now = useNow(RELATIVE_TIME_REFRESH_MS)
  const [, setHides] = useState(0)
  const change = (run: () => void) => {
    run()
    setHides((before) => before + 1)
  }
  const active = data.filter(({ end_date }) => Date.parse(end_date) > now)
  const wanted = active.filter((one) => !isHidden(one))
  const hidden = active.length - wanted.length
  const more = Math.max(0, wanted.length - MOST_SHOWN)
  const [isOpen, setOpen] = useState(false)
  // Opened once is not opened for good: the next ones would push away what one is working on.
  if (isOpen && more === 0) setOpen(false)
  const shown = isOpen ? wanted : wanted.slice(0, MOST_SHOWN)
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
      {(more > 0 || hidden > 0) && (
        <div className={classes.counts}>
          {more > 0 && (
            <button
              type="button"
              className={classes.button}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t('toast.fewer') : t('toast.more', { number: more })}
            </button>
          )}
          {hidden > 0 && (
            <span>
              {t('active.hidden', { number: hidden })}{' '}
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
