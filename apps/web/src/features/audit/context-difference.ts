/** A field that differs; `before` or `after` is undefined if the field does not exist there. */
export type FieldChange = { field: string; before: string | undefined; after: string | undefined }

export type ContextParts = {
  /** Undefined if the context has neither `before` nor `after`. */
  changes: readonly FieldChange[] | undefined
  /** Number of unchanged fields. */
  same: number
  /** The keys of the context besides `before` and `after`; undefined if there are none. */
  rest: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the server omitted details that only readers of a restricted page may see. */
export const isReduced = (context: unknown): boolean => isObject(context) && context.is_reduced === true

export function splitContext(context: unknown): ContextParts {
  if (!isObject(context)) return { changes: undefined, same: 0, rest: context }
  const { before, after, ...remaining } = context
  const rest = Object.keys(remaining).length > 0 ? remaining : undefined
  if (before === undefined && after === undefined) return { changes: undefined, same: 0, rest }
  const [fieldsBefore, fieldsAfter] = [collectFields(before), collectFields(after)]
  const fields = [...new Set([...fieldsBefore.keys(), ...fieldsAfter.keys()])]
  const changes = fields.flatMap(
    (field) => compareField(field, fieldsBefore.get(field), fieldsAfter.get(field)) ?? [],
  )
  return { changes, same: fields.length - changes.length, rest }
}

/** Compares JSON texts. Strings lose their quotes, unless both values then look the same ("1" and 1). */
function compareField(
  field: string,
  oldJson: string | undefined,
  newJson: string | undefined,
): FieldChange | undefined {
  if (oldJson === newJson) return undefined
  const [before, after] = [oldJson && toText(oldJson), newJson && toText(newJson)]
  return before === after ? { field, before: oldJson, after: newJson } : { field, before, after }
}

/**
 * Every field by path, with its value as JSON. Lists and empty objects count as one value: lists are compared as
 * text, and empty objects have no fields to show.
 */
function collectFields(value: unknown, path = '', fields = new Map<string, string>()): Map<string, string> {
  const inner = isObject(value) ? Object.entries(value) : []
  if (inner.length === 0) {
    const isNothing = path === '' && (value === null || value === undefined || isObject(value))
    if (!isNothing) fields.set(path, JSON.stringify(value, null, 2))
    return fields
  }
  for (const [key, innerValue] of inner)
    collectFields(innerValue, path ? `${path}.${toPathPart(key)}` : toPathPart(key), fields)
  return fields
}

/** Quotes keys that contain a dot or are empty, so that paths stay unambiguous. */
const toPathPart = (key: string): string => (key === '' || key.includes('.') ? JSON.stringify(key) : key)

/** Shows strings without quotes, except the empty string, which would be invisible. */
function toText(json: string): string {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' && value !== '' ? value : json
}
