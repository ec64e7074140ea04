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

/** The frame, but for somebody who is not signed in and on a page that asks for no sign-in (spec 1 §2.1). */
export function ShellOrBare() {
  const { pathname, href } = useLocation()
  const isForAnyone = !needsSession(pathname)
  // As the page was loaded: signing out leaves by a way of its own.
  const [hasCookie] = useState(() => readCookie('tokens') !== '')
  const session = useQuery({ ...sessionQuery, enabled: isForAnyone && hasCookie, retryOnMount: false })
  const leaves = !isForAnyone && !hasCookie
  useEffect(() => {
    if (leaves) goToSignIn(href)
  }, [leaves, href])
  if (leaves) return <LoadingView />
  if (!isForAnyone) return <Shell />
  if (!hasCookie || isSignedOut(session.error)) {
    return (
      <main className={classes.content}>
        <Outlet />
      </main>
    )
  }
  return session.data ? <Shell /> : <LoadingView />
}
