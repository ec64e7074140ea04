import { useCallback, useState } from 'react'

/** What somebody types, kept in this browser tab until it is sent: a reload or a lost connection loses nothing. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = `aviary-draft-${name}`
  const [values, setValues] = useState<T>(() => ({ ...empty, ...readDraft(key) }))
  const change = useCallback(
    (changes: Partial<T>) =>
      setValues((before) => {
        const next = { ...before, ...changes }
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const forget = useCallback(() => sessionStorage.removeItem(key), [key])
  return { values, change, forget }
}

function readDraft(key: string): object {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof found === 'object' && found !== null ? found : {}
  } catch {
    return {} // what is not JSON is no draft
  }
}
