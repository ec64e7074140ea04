import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { guideLink } from '../shared/guide.ts'
import { lazyWithRetry, preloadWhenIdle } from '../shared/lazy-when-idle.ts'
import { areSingleKeysOn, endJump, isJumping, pressKeyOfPage, startJump } from '../shared/single-keys.ts'
import { useScreen } from '../shared/use-screen.ts'
import { CommandPalette, loadPalette } from './lazy-tools.ts'
import { HELP_JUMP } from './navigation.ts'
import {
  addEarlyKey,
  isKeepingEarlyKeys,
  keepEarlyKeys,
  setPaletteOpener,
  setShortcutListOpener,
  takeEarlyText,
} from './palette-state.ts'
import { useLinks } from './use-links.ts'

const ShortcutList = lazyWithRetry(() => import('./ShortcutList.tsx'))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="toolbar"]') !== null)

/** Single keys are off while a dialog or a menu is open, because its fields and buttons use the keys. */
const isInDialog = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Whether the key goes to the palette, which is on its way; Escape gives it up. */
function isEarlyKey(event: KeyboardEvent): boolean {
  if (!isKeepingEarlyKeys() || event.ctrlKey || event.metaKey || event.altKey) return false
  addEarlyKey(event.key)
  return event.key.length === 1 || ['Backspace', 'Enter', 'Escape'].includes(event.key)
}

/**
 * Ctrl/⌘ K opens the palette, `g` and a letter a page, `g` `g` the help of the current page; `?` lists the
 * shortcuts. Other single keys press the control that has them.
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

  // Preloads the palette, so that typing works at once.
  useEffect(() => preloadWhenIdle(loadPalette), [])

  useEffect(() => {
    const openPalette = () => {
      setPaletteLoaded(true)
      setOpened('palette')
      if (document.activeElement?.closest('[role="dialog"]')) return
      keepEarlyKeys()
      // A palette that cannot be loaded now must not go on taking the keys.
      loadPalette().catch(takeEarlyText)
    }
    setPaletteOpener(openPalette)
    setShortcutListOpener(() => setOpened('list'))
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (isEarlyKey(event)) {
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') {
          takeEarlyText()
          setOpened(undefined)
        }
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInDialog()) return
      if (event.defaultPrevented || event.repeat || event.isComposing || !areSingleKeysOn()) return
      if (event.key === '?') return setOpened('list')
      const isJump = isJumping(event.timeStamp)
      endJump()
      if (!isJump) {
        if (event.key === 'g') startJump(event.timeStamp)
        else if (pressKeyOfPage(event.key)) event.preventDefault()
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
      setShortcutListOpener(undefined)
      takeEarlyText()
    }
  }, [navigate])

  return (
    <Suspense fallback={null}>
      {isPaletteLoaded && (
        <CommandPalette
          isOpen={opened === 'palette'}
          onClose={() => {
            takeEarlyText()
            setOpened((now) => (now === 'palette' ? undefined : now))
          }}
          onShortcuts={() => setOpened('list')}
        />
      )}
      {opened === 'list' && <ShortcutList onClose={() => setOpened(undefined)} />}
    </Suspense>
  )
}
