/** A field that is not the same before and after; undefined where there was, or is, none. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

export type ContextParts = {
  /** Undefined when the context tells nothing of before and after. */
  changes: readonly FieldChange[] | undefined
  /** How many fields stayed as they were. */
  same: number
  /** What else the context tells; undefined when that is nothing. */
  rest: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the server left out what is for readers of a restricted page. */
export const isReduced = (context: unknown): boolean => isObject(context) && context.is_reduced === true

export function partsOfContext(context: unknown): ContextParts {
  if (!isObject(context)) return { changes: undefined, same: 0, rest: context }
  const { before, after, ...others } = context
  const rest = Object.keys(others).length > 0 ? others : undefined
  if (before === undefined && after === undefined) return { changes: undefined, same: 0, rest }
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  const changes = fields.flatMap((field) => changeOf(field, was.get(field), is.get(field)) ?? [])
  return { changes, same: fields.length - changes.length, rest }
}

/** Both as JSON. A number that became a text of the same digits is a change: then both are shown as JSON. */
function changeOf(field: string, was: string | undefined, is: string | undefined): FieldChange | undefined {
  if (was === is) return undefined
  const [before, after] = [was && textOf(was), is && textOf(is)]
  return before === after ? { field, before: was, after: is } : { field, before, after }
}

/**
 * Every field by its path, with its value as JSON. Lists are one value: what moved within them is seen in their text; so is
 * an object without fields, for nothing else would be seen of it.
 */
function fieldsOf(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  const inner = isObject(value) ? Object.entries(value) : []
  if (inner.length === 0) {
    const isNothing = path === '' && (value === null || value === undefined || isObject(value))
    if (!isNothing) found.set(path, JSON.stringify(value, null, 2))
    return found
  }
  for (const [key, one] of inner) fieldsOf(one, path ? `${path}.${nameOf(key)}` : nameOf(key), found)
  return found
}

/** A key that could be taken for a path stands in quotes. */
const nameOf = (key: string): string => (key === '' || key.includes('.') ? JSON.stringify(key) : key)

/** A text is shown without its quotes; an empty one with them, for nothing would be seen of it. */
function textOf(json: string): string {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' && value !== '' ? value : json
}
