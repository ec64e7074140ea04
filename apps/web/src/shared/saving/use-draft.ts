import { useCallback, useState } from 'react'
import { forget as forgetKept, keep, keptKeys, readKept } from './storage.ts'

/** What is stored under it goes when its person signs out. */
export const DRAFT_PREFIX = 'aviary-draft-'

/** What somebody types, kept in this browser tab until it is sent: a reload or a lost connection loses nothing. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = DRAFT_PREFIX + name
  const [values, setValues] = useState<T>(() => ({ ...empty, ...readDraft(key) }))
  const change = useCallback(
    (changes: Partial<T>) =>
      setValues((before) => {
        const next = { ...before, ...changes }
        keep(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const forget = useCallback(() => forgetKept(key), [key])
  return { values, change, forget }
}

/** Whether something was typed here before the page was loaded anew. */
export const hasDraft = (name: string): boolean => readKept(DRAFT_PREFIX + name) !== null

/** What one person typed is not the next one's. */
export function forgetDrafts(): void {
  for (const key of keptKeys()) if (key.startsWith(DRAFT_PREFIX)) forgetKept(key)
}

const PERSON = 'aviary-drafts-of'

/** Whoever signs in where a session ended without a sign-out does not find what the one before typed. */
export function keepDraftsOf(email: string): void {
  const before = readKept(PERSON)
  if (before !== null && before !== email) forgetDrafts()
  keep(PERSON, email)
}

function readDraft(key: string): object {
  try {
    const found: unknown = JSON.parse(readKept(key) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {} // what is not JSON is no draft
  }
}
