import type { AuditRecord } from '@aviary/contract/audit/endpoints'

/** A field that is not the same before and after; undefined where there was, or is, none. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

export type ContextParts = {
  /** Undefined when the context tells nothing of before and after. */
  changes: readonly FieldChange[] | undefined
  /** How many fields stayed as they were. */
  same: number
  /** What else the context tells. */
  rest: Readonly<Record<string, unknown>>
}

export function partsOfContext(context: NonNullable<AuditRecord['context']>): ContextParts {
  const { before, after, ...rest } = context
  if (before === undefined && after === undefined) return { changes: undefined, same: 0, rest }
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  const changes = fields
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((change) => change.before !== change.after)
  return { changes, same: fields.length - changes.length, rest }
}

/** Every field by its path, with its value as text. Lists are one value: what moved within them is seen in their text. */
function fieldsOf(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const isNothing = path === '' && (value === null || value === undefined)
    if (!isNothing) found.set(path, textOf(value))
    return found
  }
  for (const [key, inner] of Object.entries(value)) fieldsOf(inner, path ? `${path}.${key}` : key, found)
  return found
}

/** An empty text is shown as one, for nothing would be seen of it. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value, null, 2)
