// The only module that uses sessionStorage and localStorage. Texts of this tab survive a reload; if the
// storage is full, they are kept in memory and lost on reload.

const overflow = new Map<string, string>()

export const readKept = (key: string): string | null => overflow.get(key) ?? sessionStorage.getItem(key)

export function keep(key: string, text: string): void {
  if (keepIfRoom(key, text)) overflow.delete(key)
  else overflow.set(key, text)
}

/** Like `keep` without the memory fallback, for long texts; returns whether the text was stored. */
export function keepIfRoom(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    // The storage is full. Removes the older text, so that it is not restored in place of this one.
    sessionStorage.removeItem(key)
    return false
  }
}

export function forget(key: string): void {
  overflow.delete(key)
  sessionStorage.removeItem(key)
}

export const keptKeys = (): string[] => [...Object.keys(sessionStorage), ...overflow.keys()]

/** Choices that could not be stored. */
const unstored = new Map<string, string>()

/**
 * Reads a preference, which this browser keeps beyond the tab; if storing fails, the preference lasts
 * until the next load.
 */
export function readChoice(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    // The browser forbids the page to use its storage.
    return null
  }
}

export function keepChoice(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
    unstored.delete(key)
  } catch {
    unstored.set(key, text)
  }
}
