import { InvalidInput } from './errors.ts'

/** Limits memory: each field costs an object while the form is read. No page sends as many. */
const MAX_FIELDS = 10_000
const AND = '&'.charCodeAt(0)

/** The fields of a form as lists of texts, because a browser sends each ticked box as a field of the same name. */
export function readForm(raw: Buffer | undefined): Record<string, string[]> {
  if (!raw) return {}
  let count = 1
  for (const byte of raw) if (byte === AND) count += 1
  if (count > MAX_FIELDS) throw new InvalidInput(`The form has more than ${MAX_FIELDS} fields`)
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(raw.toString('utf8'))) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(fields)
}
