// Reads what other systems send. Their bodies may lack a field, have it null or of another kind: nothing here throws.

export type Foreign = Record<string, unknown>

export const isForeign = (value: unknown): value is Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectIn = (value: unknown, key: string): Foreign => {
  const found = isForeign(value) ? value[key] : undefined
  return isForeign(found) ? found : {}
}

export const listIn = (value: unknown, key: string): unknown[] => {
  const found = isForeign(value) ? value[key] : undefined
  return Array.isArray(found) ? found : []
}

/** A text, trimmed; empty when there is none. */
export const textIn = (value: unknown, key: string): string => {
  const found = isForeign(value) ? value[key] : undefined
  return typeof found === 'string' ? found.trim() : ''
}

/** A moment as ISO 8601 with a zone, also with `+0530` and with nanoseconds; undefined when it is none. */
export function momentIn(value: unknown, key: string): Date | undefined {
  const text = textIn(value, key)
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/(\.\d{3})\d+/, '$1')
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Finds what a foreign name stands for among system and display names, whatever the case. */
export function matchName(
  name: string,
  known: readonly { name: string; system_name: string }[],
): string | undefined {
  const wanted = name.trim().toLowerCase()
  const found = known.find(
    (one) => one.system_name.toLowerCase() === wanted || one.name.toLowerCase() === wanted,
  )
  return found?.system_name
}
