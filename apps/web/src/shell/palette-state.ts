type Opener = () => void

let opener: Opener | undefined

/** The palette loads on demand; the component that renders it sets how to open it. */
export const setPaletteOpener = (newOpener: Opener | undefined): void => {
  opener = newOpener
}

export const openPalette = (): void => opener?.()

let listOpener: Opener | undefined

export const setShortcutListOpener = (newOpener: Opener | undefined): void => {
  listOpener = newOpener
}

export const openShortcutList = (): void => listOpener?.()

/** Text typed since the palette was asked for; undefined once its field has the focus. */
let early: string | undefined

export function keepEarlyKeys(): void {
  early ??= ''
}

export const isKeepingEarlyKeys = (): boolean => early !== undefined

export function addEarlyKey(key: string): void {
  if (key === 'Backspace') early = early?.slice(0, -1)
  else if (key.length === 1) early = `${early ?? ''}${key}`
}

/** Returns what was typed too early for the field, which takes all keys from now on. */
export function takeEarlyText(): string {
  const text = early ?? ''
  early = undefined
  return text
}
