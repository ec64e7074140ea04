import { shorten } from '@aviary/contract/cut-text'
import type { Row } from '../../csv/row.ts'
import type { KnownNames } from '../../features/reference/public.ts'
import { InvalidInput } from '../../http/errors.ts'
import { refuseUnstorable } from '../../http/unstorable.ts'
import type { Kind } from './kinds.ts'

/** Characters of a sender's text that a fault repeats. */
const LONGEST_QUOTE = 60

export type RowFault = { line: number; message: string }
/**
 * A valid row of an imported file: its first line (from 1), its length in characters, and the parsed record.
 */
export type CheckedRow = { line: number; size: number; record: unknown }

const MAX_LISTED = 3

/** Validates a row by the kind's schema. An unknown field is a fault, because it may be a typing error. */
export function checkRow(row: Row, kind: Kind, known: KnownNames): CheckedRow | RowFault {
  const { line, size } = row
  if ('fault' in row) return { line, message: row.fault }
  const unknown = Object.keys(row.value).filter((name) => !kind.fields.includes(name))
  if (unknown.length > 0) {
    const names = shorten(unknown.join(', '), LONGEST_QUOTE)
    return { line, message: `unknown field ${names}; known are ${kind.fields.join(', ')}` }
  }
  const unstorable = faultOfText(row.value)
  if (unstorable) return { line, message: unstorable }
  const parsed = kind.schema.safeParse(row.value)
  if (parsed.success) return { line, size, record: parsed.data }
  const messages = parsed.error.issues.slice(0, MAX_LISTED).map(({ path, message }) => {
    const value = valueAt(row.value, path)
    return `${path.join('.')}: ${message}${value === undefined ? '' : ` (${shorten(JSON.stringify(value), LONGEST_QUOTE)})`}`
  })
  // Reports unknown names with the other faults, so that one round of corrections is enough.
  return { line, message: [...messages, ...unknownNames(row.value, kind, known)].join('; ') }
}

const SERVICES = ['services', 'affected_services', 'service']
const DATA_CENTERS = ['data_centers', 'data_center']

/** Unknown services, data centers and severities of a row. */
function unknownNames(value: Record<string, unknown>, { severity }: Kind, known: KnownNames): string[] {
  const namesIn = (fields: readonly string[]) =>
    fields.flatMap((field) => value[field]).filter((name) => typeof name === 'string')
  return [
    ...namesIn(SERVICES)
      .filter((name) => known.services.find(name.trim()) === undefined)
      .map((name) => `unknown service '${shorten(name, LONGEST_QUOTE)}'`),
    ...namesIn(DATA_CENTERS)
      .filter((name) => known.dataCenters.find(name.trim()) === undefined)
      .map((name) => `unknown data center '${shorten(name, LONGEST_QUOTE)}'`),
    ...namesIn(severity ? [severity] : [])
      .filter((word) => word.trim() !== '' && !known.findSeverity(word))
      .map((word) => `${severity}: unknown severity '${shorten(word, LONGEST_QUOTE)}'`),
  ]
}

function faultOfText(value: Record<string, unknown>): string | undefined {
  try {
    refuseUnstorable('row', value)
    return undefined
  } catch (error) {
    if (error instanceof InvalidInput) return error.message.replace(/^row\./, '')
    throw error
  }
}

/** The row's value at the path of a schema issue. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )
