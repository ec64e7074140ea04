import { SIGN_IN_FAILURES, type SignInFailure } from '@aviary/contract/session/rules'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { plainButtonClass } from '../../ui/PlainButton.tsx'
import classes from './login-page.module.css'

const signInAddress = (next: string) => `/api/sign_in?next=${encodeURIComponent(next)}`

/** Why the last sign-in failed. The URL can be forged, so an unknown code becomes 'failed'. */
function readFailure(code: string | null): SignInFailure | undefined {
  if (code === null) return undefined
  return SIGN_IN_FAILURES.find((failure) => failure === code) ?? 'failed'
}

/** Redirects to the sign-in page; after a sign-out, a failure or a refusal only when a button is pressed. */
export function LoginPage() {
  const { t } = useTranslation()
  const query = new URLSearchParams(window.location.search)
  const next = query.get('next') ?? '/'
  const isSignedOut = query.has('signed_out')
  const isRestricted = query.has('restricted')
  const failure = readFailure(query.get('error'))
  const waitsForUser = isSignedOut || isRestricted || failure !== undefined

  useEffect(() => {
    if (!waitsForUser) window.location.replace(signInAddress(next))
  }, [waitsForUser, next])

  const title = failure ? 'failed' : isRestricted ? 'restricted' : isSignedOut ? 'signedOut' : 'going'
  const help = failure ? t(`login.error.${failure}`) : isRestricted ? t('login.restrictedHelp') : undefined
  return (
    <main className={classes.page}>
      <h1>{t(`login.${title}`)}</h1>
      {help && <p>{help}</p>}
      {waitsForUser && (
        <div className={classes.buttons}>
          <a className={plainButtonClass} href={signInAddress(next)}>
            {isRestricted && !failure ? t('login.asSomebodyElse') : t('login.again')}
          </a>
          {isRestricted && (
            <a className={plainButtonClass} href="/">
              {t('login.toStart')}
            </a>
          )}
        </div>
      )}
    </main>
  )
}
