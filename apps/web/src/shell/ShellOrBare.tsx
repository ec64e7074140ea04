import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isSignedOut } from '../shared/api.ts'
import { readCookie } from '../shared/cookies.ts'
import { goToSignIn, needsSession } from '../shared/go-to-sign-in.ts'
import { sessionQuery } from '../shared/session.ts'
import { LoadingView } from './LoadingView.tsx'
import { Shell } from './Shell.tsx'
import classes from './shell.module.css'

const getPathname = ({ pathname }: { pathname: string }) => pathname

/** The frame; none for signed-out people on pages that need no session (spec 1 §2.1). */
export function ShellOrBare() {
  // Select only the pathname: a filter written to the URL must not render the frame again.
  const isForAnyone = !needsSession(useLocation({ select: getPathname }))
  // Read only once: signing out loads another page, so the value cannot become outdated.
  const [hasCookie] = useState(() => readCookie('tokens') !== '')
  const session = useQuery({ ...sessionQuery, enabled: isForAnyone && hasCookie, retryOnMount: false })
  if (!isForAnyone) return hasCookie ? <Shell /> : <RedirectToSignIn />
  if (!hasCookie || isSignedOut(session.error)) {
    return (
      <main className={classes.content}>
        <Outlet />
      </main>
    )
  }
  return session.data ? <Shell /> : <LoadingView />
}

function RedirectToSignIn() {
  const { href } = useLocation()
  useEffect(() => goToSignIn(href), [href])
  return <LoadingView />
}
