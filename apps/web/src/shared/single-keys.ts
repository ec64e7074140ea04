import { useSyncExternalStore } from 'react'
import { keepChoice, readChoice } from './saving/storage.ts'

const CHOICE = 'single-keys'
const OFF = 'off'

const watchers = new Set<() => void>()

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether shortcuts without Ctrl, ⌘ or Alt work in this browser (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => readChoice(CHOICE) !== OFF

export const useSingleKeysOn = (): boolean => useSyncExternalStore(watch, areSingleKeysOn)

export function chooseSingleKeys(isOn: boolean): void {
  keepChoice(CHOICE, isOn ? '' : OFF)
  for (const watcher of watchers) watcher()
}

/** Keys that press or focus the first control of the page that has them. */
export type PageKey = '/' | 'p' | 'w' | '1' | '2' | '3' | '4' | '5' | '6' | '7'

const KEY_ATTRIBUTE = 'aria-keyshortcuts'

/** Properties that give a control a key of the page, which screen readers announce too. */
export const useKeyOf = (key: PageKey | undefined): { 'aria-keyshortcuts'?: string } =>
  useSingleKeysOn() && key !== undefined ? { [KEY_ATTRIBUTE]: key } : {}

const isShown = (control: HTMLElement): boolean =>
  control.closest('[hidden]') === null && (control.checkVisibility?.() ?? true)

/** Presses the control of a key, or focuses a field; returns whether the page has such a control. */
export function pressKeyOfPage(key: string): boolean {
  const all = document.querySelectorAll<HTMLElement>(`[${KEY_ATTRIBUTE}]`)
  const control = [...all].find((found) => found.getAttribute(KEY_ATTRIBUTE) === key && isShown(found))
  if (!control) return false
  control.focus()
  if (control instanceof HTMLInputElement) control.select()
  // With the focus a disabled control shows its reason.
  else if (control.ariaDisabled !== 'true') control.click()
  return true
}

const JUMP_TIMEOUT_MS = 1_500
let jumpUntil = 0

/** After `g` the next key names a page. */
export function startJump(at: number): void {
  jumpUntil = at + JUMP_TIMEOUT_MS
}

export function endJump(): void {
  jumpUntil = 0
}

export const isJumping = (at: number): boolean => at <= jumpUntil
