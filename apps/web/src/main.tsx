import './ui/styles.ts'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App, loadScreen, openRouter } from './App.tsx'
import { SCREENS } from './screens.tsx'
import { readCookie } from './shared/cookies.ts'
import { goToSignIn, needsSession } from './shared/go-to-sign-in.ts'
import { reloadForCode, removeFailedStyles } from './shared/lazy-page.tsx'
import { queryClient } from './shared/queries.ts'
import { sessionQuery } from './shared/session.ts'
import { dataCentersQuery, localesQuery, servicesQuery, settingsQuery } from './shared/settings.ts'
import { openTexts } from './shared/text.ts'

// Without a session there is no anti-forgery cookie; reading the cookie saves a call.
const isSignedOut = readCookie('tokens') === ''
if (isSignedOut) goToSignIn()
// Data that every page needs; fetched in parallel before the first render.
const prefetches =
  !isSignedOut && needsSession()
    ? [sessionQuery, settingsQuery, localesQuery, dataCentersQuery, servicesQuery].map((query) =>
        queryClient.prefetchQuery(query as typeof sessionQuery),
      )
    : []

// After an upgrade, an open page requests code that no longer exists; a reload gets the new version.
window.addEventListener('vite:preloadError', reloadForCode)
// `error` events of elements do not bubble, so the listener captures them.
window.addEventListener('error', removeFailedStyles, { capture: true })

// Longest wait for screen and data before the first render, while the placeholder in index.html shows.
// Rendering earlier costs time: React holds back content that replaces a placeholder, for up to 300 ms.
const MAX_WAIT_MS = 1_000

// A function instead of a top-level `await`: the code of the screens imports this file and would wait for its end.
async function renderApp(): Promise<void> {
  const landingTexts = window.location.pathname === '/' ? (SCREENS[0]?.texts ?? []) : []
  await openTexts(['shell', ...landingTexts])
  let isLoaded = false
  const screen = loadScreen().then(() => {
    isLoaded = true
  })
  await Promise.race([
    Promise.all([screen, ...prefetches]),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ])
  const container = document.getElementById('root')
  if (!container) return
  const root = createRoot(container)
  const render = () => root.render(<App />)
  // As a transition, so that a slow processor stays free for other tasks while the first screen is rendered. Its
  // placeholder is rendered at once: the router must not receive the screen in the middle of that.
  if (isLoaded) startTransition(render)
  else flushSync(render)
}

// In a task of its own while the texts are loaded, because this file takes long to evaluate.
setTimeout(openRouter)
void renderApp()
