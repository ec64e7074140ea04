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

/** Retry delay while the server is up but its database is not, which usually lasts seconds. */
const RETRY_DELAY_MS = 5_000

/** A page that could not be shown: the reason, and a button to try again. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const tryAgain = () => {
    // A browser never fetches a failed module a second time, so reload the page.
    if (error instanceof PageLoadError) return reloadIfServed()
    queries.reset()
    reset()
    router.invalidate()
  }
  const isOnline = useOnline()
  // Retries automatically when the connection is back.
  const latestTryAgain = useRef<() => unknown>(tryAgain)
  latestTryAgain.current = tryAgain
  useEffect(() => {
    const onOnline = () => void latestTryAgain.current()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])
  const isUnavailable = error instanceof CallFailed && error.status === 503
  useEffect(() => {
    if (!isUnavailable) return
    const retry = setTimeout(() => void latestTryAgain.current(), RETRY_DELAY_MS)
    return () => clearTimeout(retry)
  }, [isUnavailable])
  // No error is shown, because the page redirects to sign-in.
  if (isSignedOut(error)) return <LoadingView />
  return (
    <section className={classes.message} role="alert">
      <h1>{t('error.title')}</h1>
      <p>{isOnline ? (isUnavailable ? t('error.away') : getErrorMessage(error)) : t('error.offline')}</p>
      <PlainButton onClick={tryAgain}>{t('error.again')}</PlainButton>
    </section>
  )
}
