import { type SignInFailure, signInFailure } from '@aviary/contract/session/endpoints'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { plainButtonClass } from '../../ui/PlainButton.tsx'
import classes from './login-page.module.css'

const signInAddress = (next: string) => `/api/sign_in?next=${encodeURIComponent(next)}`

/** Why the sign-in before this one failed; whatever the address says, it is one of our own reasons. */
function readFailure(code: string | null): SignInFailure | undefined {
  if (code === null) return undefined
  return signInFailure.safeParse(code).data ?? 'failed'
}

/** Sends the browser to the sign-in page. It waits to be asked after a sign-out or a failure, and when the page is restricted. */
export function LoginPage() {
  const { t } = useTranslation()
  const query = new URLSearchParams(window.location.search)
  const next = query.get('next') ?? '/'
  const isSignedOut = query.has('signed_out')
  const isRestricted = query.has('restricted')
  const failure = readFailure(query.get('error'))
  const waits = isSignedOut || isRestricted || failure !== undefined

  useEffect(() => {
    if (!waits) window.location.replace(signInAddress(next))
  }, [waits, next])

  const title = failure ? 'failed' : isRestricted ? 'restricted' : isSignedOut ? 'signedOut' : 'going'
  const help = failure ? t(`login.error.${failure}`) : isRestricted ? t('login.restrictedHelp') : undefined
  return (
    <main className={classes.page}>
      <h1>{t(`login.${title}`)}</h1>
      {help && <p>{help}</p>}
      {waits && (
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
