import type { ActiveNotification } from '@aviary/contract/notifications/schemas'
import { forget, keep, readKept } from '../shared/saving/storage.ts'

const KEY = 'aviary-hidden-notifications'

/** Short hash of the content at the time of hiding; a changed notification shows again. */
function fingerprint(notification: ActiveNotification): number {
  let hash = 0
  for (const character of JSON.stringify(notification))
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash
}

const read = (): Record<string, unknown> => {
  const stored: unknown = JSON.parse(readKept(KEY) ?? '{}') // stored by `hide` below
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

export const isHidden = (notification: ActiveNotification): boolean =>
  read()[notification.id] === fingerprint(notification)

/** Hides a notification in this browser tab until its content changes. */
export const hide = (notification: ActiveNotification): void =>
  keep(KEY, JSON.stringify({ ...read(), [notification.id]: fingerprint(notification) }))

export const showAll = (): void => forget(KEY)
