import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '../shared/lazy-when-idle.ts'
import { openPush } from '../shared/push.ts'
import { PlainToasts } from '../ui/PlainToasts.tsx'
import { Content } from './Content.tsx'
import { DisruptionBanner } from './DisruptionBanner.tsx'
import { isDisclaimerShown } from './disclaimer-flag.ts'
import { ActiveNotifications, MissedUpdates, PhoneBar, StaleBar, Toasts } from './lazy-tools.ts'
import { Navigation } from './Navigation.tsx'
import navigationClasses from './navigation.module.css'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PrintFoot } from './PrintFoot.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import classes from './shell.module.css'
import { TopBar } from './TopBar.tsx'

const Disclaimer = lazyWithRetry(() => import('./Disclaimer.tsx'))

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
      <div className={navigationClasses.rail}>
        <Navigation>
          <Link to="/" activeOptions={{ exact: true }} className={navigationClasses.brand}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <rect width="20" height="20" rx="5" />
              <path d="m6 10.5 2.5 2.5L14 7.5" />
            </svg>
            <span>Aviary</span>
          </Link>
        </Navigation>
      </div>
      <div className={classes.column}>
        <TopBar />
        <OfflineBanner />
        <Suspense fallback={null}>
          <StaleBar />
        </Suspense>
        <DisruptionBanner />
        <Suspense fallback={null}>
          <MissedUpdates />
          <ActiveNotifications />
        </Suspense>
        <Content />
        <PrintFoot />
      </div>
      <Suspense fallback={null}>
        <PhoneBar />
      </Suspense>
      <Shortcuts />
      <Suspense fallback={<PlainToasts />}>
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
