import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isSignedOut, reasonOf } from '../shared/api.ts'
import { PageNotLoaded, reloadIfServed } from '../shared/lazy-page.tsx'
import { useOnline } from '../shared/online.ts'
import { PlainButton } from '../ui/PlainButton.tsx'
import { LoadingView } from './LoadingView.tsx'
import classes from './shell.module.css'

/** A page that could not be shown: why, and a way to try again. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const again = () => {
    // Parts that failed to load are not fetched twice by one page.
    if (error instanceof PageNotLoaded) return reloadIfServed()
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
  // The page is leaving for sign-in.
  if (isSignedOut(error)) return <LoadingView />
  return (
    <section className={classes.message} role="alert">
      <h1>{t('error.title')}</h1>
      <p>{isOnline ? reasonOf(error) : t('error.offline')}</p>
      <PlainButton onClick={again}>{t('error.again')}</PlainButton>
    </section>
  )
}
