// What this browser tab keeps: over a reload, or, where the browser has no room for it, at least until then.

const overflow = new Map<string, string>()

export const readKept = (key: string): string | null => overflow.get(key) ?? sessionStorage.getItem(key)

export function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
    overflow.delete(key)
  } catch {
    // There is no room: an older text must not come back for this one.
    sessionStorage.removeItem(key)
    overflow.set(key, text)
  }
}

export function forget(key: string): void {
  overflow.delete(key)
  sessionStorage.removeItem(key)
}

export const keptKeys = (): string[] => [...Object.keys(sessionStorage), ...overflow.keys()]
