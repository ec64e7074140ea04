import { forget, keep, readKept } from './storage.ts'
import { DRAFT_PREFIX } from './use-draft.ts'

const storageKey = (name: string): string => `${DRAFT_PREFIX}key-${name}`

/**
 * The idempotency key of a create. The same content gets the same key, also after a reload, until the create
 * has succeeded.
 */
export function getKey(name: string, content: unknown): string {
  const text = JSON.stringify(content)
  const stored = read(readKept(storageKey(name)))
  if (stored?.content === text) return stored.key
  const key = crypto.randomUUID()
  keep(storageKey(name), JSON.stringify({ content: text, key }))
  return key
}

export const deleteKey = (name: string): void => forget(storageKey(name))

function read(stored: string | null): { content: string; key: string } | undefined {
  if (stored === null) return undefined
  const parsed: unknown = JSON.parse(stored) // written above
  return parsed as { content: string; key: string }
}
