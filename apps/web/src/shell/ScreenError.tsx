import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isSignedOut, reasonOf } from '../shared/api.ts'
import { PlainButton } from '../ui/PlainButton.tsx'
import { LoadingView } from './LoadingView.tsx'
import classes from './shell.module.css'

/** A page that could not be shown: why, and a way to try again. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  // The page is leaving for sign-in.
  if (isSignedOut(error)) return <LoadingView />
  const again = () => {
    queries.reset()
    reset()
    router.invalidate()
  }
  return (
    <section className={classes.message} role="alert">
      <h1>{t('error.title')}</h1>
      <p>{reasonOf(error)}</p>
      <PlainButton onClick={again}>{t('error.again')}</PlainButton>
    </section>
  )
}
