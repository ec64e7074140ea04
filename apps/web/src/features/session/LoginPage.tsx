import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { plainButtonClass } from '../../ui/PlainButton.tsx'
import classes from './login-page.module.css'

const signInAddress = (next: string) => `/api/sign_in?next=${encodeURIComponent(next)}`

/** Sends the browser to the sign-in page. It waits to be asked after a sign-out, and when the page is restricted. */
export function LoginPage() {
  const { t } = useTranslation()
  const query = new URLSearchParams(window.location.search)
  const next = query.get('next') ?? '/'
  const isSignedOut = query.has('signed_out')
  const isRestricted = query.has('restricted')
  const waits = isSignedOut || isRestricted

  useEffect(() => {
    if (!waits) window.location.replace(signInAddress(next))
  }, [waits, next])

  const title = isRestricted ? t('login.restricted') : isSignedOut ? t('login.signedOut') : t('login.going')
  return (
    <main className={classes.page}>
      <h1>{title}</h1>
      {isRestricted && <p>{t('login.restrictedHelp')}</p>}
      {waits && (
        <div className={classes.buttons}>
          <a className={plainButtonClass} href={signInAddress(next)}>
            {isRestricted ? t('login.asSomebodyElse') : t('login.again')}
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
