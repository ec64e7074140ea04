import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { guideLink } from '../shared/guide.ts'
import { lazyWithRetry, preloadWhenIdle } from '../shared/lazy-when-idle.ts'
import { useScreen } from '../shared/use-screen.ts'
import { CommandPalette, loadPalette } from './lazy-tools.ts'
import { HELP_JUMP } from './navigation.ts'
import { setPaletteOpener } from './palette-state.ts'
import { useLinks } from './use-links.ts'

const ShortcutList = lazyWithRetry(() => import('./ShortcutList.tsx'))

const JUMP_TIMEOUT_MS = 1_500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Shortcuts are off while a dialog is open, because its fields and buttons use the keys. */
const isInDialog = (): boolean => document.querySelector('[role="dialog"]') !== null

/**
 * Ctrl/⌘ K opens the palette, `g` and a letter a page, `g` `g` the help of the current page; `?` lists the
 * shortcuts.
 */
export function Shortcuts() {
  const navigate = useNavigate()
  const allowedLinks = useLinks()
  const links = useRef(allowedLinks)
  links.current = allowedLinks
  const openScreen = useScreen()
  const screen = useRef(openScreen)
  screen.current = openScreen
  const [opened, setOpened] = useState<'palette' | 'list' | undefined>()
  const [isPaletteLoaded, setPaletteLoaded] = useState(false)
  const jumpUntil = useRef(0)

  // Preloads the palette, so that typing works at once.
  useEffect(() => preloadWhenIdle(loadPalette), [])

  useEffect(() => {
    const openPalette = () => {
      setPaletteLoaded(true)
      setOpened('palette')
    }
    setPaletteOpener(openPalette)
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInDialog()) return
      if (event.key === '?') return setOpened('list')
      const isJump = event.timeStamp <= jumpUntil.current
      jumpUntil.current = 0
      if (!isJump) {
        if (event.key === 'g') jumpUntil.current = event.timeStamp + JUMP_TIMEOUT_MS
        return
      }
      if (event.key === HELP_JUMP) {
        if (screen.current) navigate(guideLink(screen.current.guide))
        return
      }
      const link = links.current.find((candidate) => candidate.jump === event.key)
      if (link) navigate({ to: link.path })
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      setPaletteOpener(undefined)
    }
  }, [navigate])

  return (
    <Suspense fallback={null}>
      {isPaletteLoaded && (
        <CommandPalette
          isOpen={opened === 'palette'}
          onClose={() => setOpened((now) => (now === 'palette' ? undefined : now))}
          onShortcuts={() => setOpened('list')}
        />
      )}
      {opened === 'list' && <ShortcutList onClose={() => setOpened(undefined)} />}
    </Suspense>
  )
}
