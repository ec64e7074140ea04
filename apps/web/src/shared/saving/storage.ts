// The only user of sessionStorage and localStorage. A text of this tab outlives a reload, or, where the browser has no
// room for it, at least the screen it was typed on.

const overflow = new Map<string, string>()

export const readKept = (key: string): string | null => overflow.get(key) ?? sessionStorage.getItem(key)

export function keep(key: string, text: string): void {
  if (keepIfRoom(key, text)) overflow.delete(key)
  else overflow.set(key, text)
}

/** The same for a long text that is not worth memory. */
export function keepIfRoom(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    // There is no room: an older text must not come back for this one.
    sessionStorage.removeItem(key)
    return false
  }
}

export function forget(key: string): void {
  overflow.delete(key)
  sessionStorage.removeItem(key)
}

export const keptKeys = (): string[] => [...Object.keys(sessionStorage), ...overflow.keys()]

/** A choice of this browser: it outlives the tab. */
export const readChoice = (key: string): string | null => localStorage.getItem(key)
export const keepChoice = (key: string, text: string): void => localStorage.setItem(key, text)
