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

const pathOf = ({ pathname }: { pathname: string }) => pathname

/** The frame, but for somebody who is not signed in and on a page that asks for no sign-in (spec 1 §2.1). */
export function ShellOrBare() {
  // Not the whole address: a filter that is written into it renders no frame anew.
  const isForAnyone = !needsSession(useLocation({ select: pathOf }))
  // As the page was loaded: signing out leaves by a way of its own.
  const [hasCookie] = useState(() => readCookie('tokens') !== '')
  const session = useQuery({ ...sessionQuery, enabled: isForAnyone && hasCookie, retryOnMount: false })
  if (!isForAnyone) return hasCookie ? <Shell /> : <SignIn />
  if (!hasCookie || isSignedOut(session.error)) {
    return (
      <main className={classes.content}>
        <Outlet />
      </main>
    )
  }
  return session.data ? <Shell /> : <LoadingView />
}

function SignIn() {
  const { href } = useLocation()
  useEffect(() => goToSignIn(href), [href])
  return <LoadingView />
}
