import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWhenIdle, lazyWithRetry } from '../shared/lazy-when-idle.ts'
import { openPush } from '../shared/push.ts'
import { DisruptionBanner } from './DisruptionBanner.tsx'
import { isDisclaimerShown } from './disclaimer-flag.ts'
import { LoadingView } from './LoadingView.tsx'
import { Navigation } from './Navigation.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import classes from './shell.module.css'
import { TopBar } from './TopBar.tsx'

const Disclaimer = lazyWithRetry(() => import('./Disclaimer.tsx'))
const ActiveNotifications = lazyWhenIdle(() => import('./ActiveNotifications.tsx'))
// Loaded before any error occurs, because after a connection error the code could not be loaded any more.
const Toasts = lazyWhenIdle(() => import('../ui/Toasts.tsx'))

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const { t } = useTranslation()
  const client = useQueryClient()
  useEffect(() => openPush(client), [client])
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <TopBar />
      <div className={classes.rail}>
        <Navigation />
      </div>
      <div className={classes.column}>
        <OfflineBanner />
        <DisruptionBanner />
        <Suspense fallback={null}>
          <ActiveNotifications />
        </Suspense>
        <main id="content" tabIndex={-1} className={classes.content}>
          <Suspense fallback={<LoadingView />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Shortcuts />
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
      {isDisclaimerShown() && (
        <Suspense fallback={null}>
          <Disclaimer />
        </Suspense>
      )}
    </div>
  )
}
