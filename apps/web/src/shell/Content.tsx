import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreen } from '../shared/use-screen.ts'
import { LoadingView } from './LoadingView.tsx'
import classes from './shell.module.css'

/** Dialogs that lead to other screens and then close; they have this attribute. */
export const LEADS_AWAY = 'data-leads-away'

/**
 * Whether the focus was left behind by a new screen: it is lost, in the frame, in a dialog that closes, or in the
 * screen before, which is hidden until the code of the new one has loaded.
 */
function isLeftBehind(focused: Element | null, main: Element): boolean {
  if (!focused) return true
  if (main.contains(focused)) return focused.checkVisibility?.() === false
  const dialog = focused.closest('[role="dialog"]')
  return dialog === null || dialog.closest(`[${LEADS_AWAY}]`) !== null
}

/**
 * The place of the open screen. It has the screen's name, and takes the focus when another screen opens: screen readers
 * say the name, and Tab goes on in the screen.
 */
export function Content() {
  const { t } = useTranslation()
  const screen = useScreen()
  // Not the location, which changes while the screen before is still shown.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    if (main.current && isLeftBehind(document.activeElement, main.current))
      main.current.focus({ preventScroll: true })
  }, [path])
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className={classes.content}
      aria-label={screen && t(`screen.${screen.title}`)}
    >
      <Suspense fallback={<LoadingView />}>
        <Outlet />
      </Suspense>
    </main>
  )
}
