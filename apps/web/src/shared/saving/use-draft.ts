import { useCallback, useState } from 'react'
import { forget as forgetKept, keep, keptKeys, readKept } from './storage.ts'

/** Storage keys with this prefix are removed when the person signs out. */
export const DRAFT_PREFIX = 'aviary-draft-'

/**
 * Values of a form, kept in this browser tab until they are sent, so that a reload or a lost connection loses
 * nothing.
 */
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

/** Whether a draft of this name is kept. */
export const hasDraft = (name: string): boolean => readKept(DRAFT_PREFIX + name) !== null

/** Gives a kept draft another name, unless one of that name is kept. */
export function moveDraft(from: string, to: string): void {
  const kept = readKept(DRAFT_PREFIX + from)
  if (kept === null) return
  if (!hasDraft(to)) keep(DRAFT_PREFIX + to, kept)
  forgetKept(DRAFT_PREFIX + from)
}

/** Removes all drafts, so that the next person does not see them. */
export function forgetDrafts(): void {
  for (const key of keptKeys()) if (key.startsWith(DRAFT_PREFIX)) forgetKept(key)
}

const PERSON_KEY = 'aviary-drafts-of'

/**
 * Remembers whose drafts are stored, and removes those of another person whose session ended without a
 * sign-out.
 */
export function keepDraftsOf(email: string): void {
  const before = readKept(PERSON_KEY)
  if (before !== null && before !== email) forgetDrafts()
  keep(PERSON_KEY, email)
}

function readDraft(key: string): object {
  try {
    const parsed: unknown = JSON.parse(readKept(key) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {} // no valid draft
  }
}
