import { CallFailed } from '@aviary/contract/client'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage, isSignedOut } from '../shared/api.ts'
import { PageLoadError, reloadIfServed } from '../shared/lazy-page.tsx'
import { useOnline } from '../shared/online.ts'
import { PlainButton } from '../ui/PlainButton.tsx'
import { LoadingView } from './LoadingView.tsx'
import classes from './shell.module.css'

/** The server is up and its database is not: for seconds, mostly. */
const TRIES_AGAIN_AFTER_MS = 5_000

/** A page that could not be shown: why, and a way to try again. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const again = () => {
    // Parts that failed to load are not fetched twice by one page.
    if (error instanceof PageLoadError) return reloadIfServed()
    queries.reset()
    reset()
    router.invalidate()
  }
  const isOnline = useOnline()
  // What could not be loaded for want of a connection is asked for again when it is back.
  const latest = useRef<() => unknown>(again)
  latest.current = again
  useEffect(() => {
    const onOnline = () => void latest.current()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
  const isAway = error instanceof CallFailed && error.status === 503
  useEffect(() => {
    if (!isAway) return
    const retry = setTimeout(() => void latest.current(), TRIES_AGAIN_AFTER_MS)
    return () => clearTimeout(retry)
  }, [isAway])
  // The page is leaving for sign-in.
  if (isSignedOut(error)) return <LoadingView />
  return (
    <section className={classes.message} role="alert">
      <h1>{t('error.title')}</h1>
      <p>{isOnline ? (isAway ? t('error.away') : getErrorMessage(error)) : t('error.offline')}</p>
      <PlainButton onClick={again}>{t('error.again')}</PlainButton>
    </section>
  )
}
