import './ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { config } from 'zod'
import { App, loadScreen } from './App.tsx'
import { SCREENS } from './screens.tsx'
import { readCookie } from './shared/cookies.ts'
import { goToSignIn, needsSession } from './shared/go-to-sign-in.ts'
import { reloadIfServed } from './shared/lazy-page.tsx'
import { queryClient } from './shared/queries.ts'
import { sessionQuery } from './shared/session.ts'
import { dataCentersQuery, localesQuery, servicesQuery, settingsQuery } from './shared/settings.ts'
import { openTexts } from './shared/text.ts'

// The content security policy forbids making code from texts, which zod would try.
config({ jitless: true })

// Without the anti-forgery cookie there is no session either: no call is needed to know that.
const isSignedOut = readCookie('tokens') === ''
if (isSignedOut) goToSignIn()
// What every page needs is asked for before anything is drawn, all at once.
const needed =
  !isSignedOut && needsSession()
    ? [sessionQuery, settingsQuery, localesQuery, dataCentersQuery, servicesQuery].map((query) =>
        queryClient.prefetchQuery(query as typeof sessionQuery),
      )
    : []

// A page that was opened before an upgrade asks for parts that are gone: the new page has the new ones.
window.addEventListener('vite:preloadError', reloadIfServed)

const textsOfLanding = window.location.pathname === '/' ? (SCREENS[0]?.texts ?? []) : []
await openTexts(['shell', ...textsOfLanding])

// Drawn once it is whole: React holds back what replaces a placeholder of its own for 300 ms. Until then index.html's
// placeholder stands; what takes longer shows in the frame.
const LONGEST_WAIT_MS = 1_000
await Promise.race([
  Promise.all([loadScreen(), ...needed]),
  new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
])

const container = document.getElementById('root')
if (container) createRoot(container).render(<App />)
