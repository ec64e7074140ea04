import { forget, keep, readKept } from './storage.ts'
import { DRAFT_PREFIX } from './use-draft.ts'

const at = (name: string): string => `${DRAFT_PREFIX}key-${name}`

/**
 * The key of one create: trying the same content again is the same create, also after a reload or in the form opened
 * anew, and a changed content is another one. Kept in this browser tab until the create is known to have happened.
 */
export function keyOf(name: string, content: unknown): string {
  const text = JSON.stringify(content)
  const kept = read(readKept(at(name)))
  if (kept?.content === text) return kept.key
  const key = crypto.randomUUID()
  keep(at(name), JSON.stringify({ content: text, key }))
  return key
}

export const forgetKey = (name: string): void => forget(at(name))

function read(stored: string | null): { content: string; key: string } | undefined {
  if (stored === null) return undefined
  const found: unknown = JSON.parse(stored) // written above
  return found as { content: string; key: string }
}
