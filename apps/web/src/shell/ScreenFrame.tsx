import { actionNameOf } from '@aviary/contract/rights'
import { Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Screen } from '../screen.ts'
import { lazyWithRetry } from '../shared/lazy-when-idle.ts'
import { useMay } from '../shared/may.ts'
import { useRestarts } from '../shared/restart-screen.ts'
import { useSession } from '../shared/session.ts'
import { LoadingView } from './LoadingView.tsx'

const ForbiddenPage = lazyWithRetry(() => import('./ForbiddenPage.tsx'))

/** Title and access check of a screen; the server checks every call again. */
export function ScreenFrame({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation()
  const { authorization, rights } = useSession()
  const may = useMay()
  const restarts = useRestarts()
  const title = t(`screen.${screen.title}`)
  useEffect(() => {
    document.title = `${title} · Aviary`
  }, [title])

  const isRefused =
    screen.isRestricted && !authorization.is_admin && !rights.restricted_page_access.includes(screen.title)
  // A person without access goes to /login, with the requested path as a parameter (spec 1 §2.1).
  useEffect(() => {
    if (!isRefused) return
    const { pathname, search } = window.location
    window.location.replace(`/login?restricted=1&next=${encodeURIComponent(pathname + search)}`)
  }, [isRefused])
  if (isRefused) return null

  if (!may(screen)) {
    return (
      <Suspense fallback={<LoadingView />}>
        <ForbiddenPage title={title} action={actionNameOf(screen)} />
      </Suspense>
    )
  }
  return <Fragment key={restarts}>{children}</Fragment>
}
