/** A success with a note stays until it is closed, like an error. */
export type Toast = { message: string } & (
  | { kind: 'success'; note?: string }
  | { kind: 'error'; reason: string; requestId?: string }
)

export type ShownToast = Toast & { id: number; count: number }

let toasts: readonly ShownToast[] = []
let nextId = 1
const watchers = new Set<() => void>()

function set(newToasts: readonly ShownToast[]): void {
  toasts = newToasts
  for (const watcher of watchers) watcher()
}

const getDetail = (toast: Toast) => (toast.kind === 'error' ? toast.reason : toast.note)

const isSame = (a: Toast, b: Toast): boolean =>
  a.kind === b.kind && a.message === b.message && getDetail(a) === getDetail(b)

/** Shows a toast; a repeated one, as from polling, only increases its count. */
export function showToast(toast: Toast): void {
  const existing = toasts.find((shown) => isSame(shown, toast))
  if (existing)
    set(toasts.map((shown) => (shown === existing ? { ...shown, ...toast, count: shown.count + 1 } : shown)))
  else set([...toasts, { ...toast, id: nextId++, count: 1 }])
}

export const closeToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id))
export const closeAllToasts = (): void => set([])

export const readToasts = (): readonly ShownToast[] => toasts

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
