import { cutToLength } from '@aviary/contract/cut-text'
import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { NameList } from '../features/reference/public.ts'

// Reads what other systems send. Fields may be missing, null or of another type: nothing here throws.

export type Foreign = Record<string, unknown>

export const isForeign = (value: unknown): value is Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectIn = (value: unknown, key: string): Foreign => {
  const field = isForeign(value) ? value[key] : undefined
  return isForeign(field) ? field : {}
}

export const listIn = (value: unknown, key: string): unknown[] => {
  const field = isForeign(value) ? value[key] : undefined
  return Array.isArray(field) ? field : []
}

/** A trimmed text; empty if missing. */
export const textIn = (value: unknown, key: string): string => {
  const field = isForeign(value) ? value[key] : undefined
  return typeof field === 'string' ? field.trim() : ''
}

const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(3000, 0, 1)

/** Whether PostgreSQL and the records can hold the date; senders use dates out of this range for "none". */
export const isStorable = (date: Date): boolean => date.getTime() >= EARLIEST && date.getTime() < LATEST

/** Reads an ISO 8601 time with a zone, also with `+0530` or nanoseconds; undefined if there is no such time. */
export function momentIn(value: unknown, key: string): Date | undefined {
  const text = textIn(value, key)
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/(\.\d{3})\d+/, '$1')
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined
  const at = new Date(text)
  return isStorable(at) ? at : undefined
}

/** The time as ISO 8601 text in UTC, as records have it; null if missing or invalid. */
export const instantIn = (value: unknown, key: string): string | null =>
  momentIn(value, key)?.toISOString() ?? null

/** A text cut to a record's limit, without spaces around it. */
export const cut = (text: string, maxLength: number): string => cutToLength(text, maxLength).trim()

/** A text cut to the length that a record holds; null if missing. */
export const shortTextIn = (value: unknown, key: string, maxLength: number): string | null =>
  cut(textIn(value, key), maxLength) || null

const MAX_NAMES = 100

/**
 * Reads names in the formats of other systems: "us2, eu2", a list of texts, an option with a value, or a list
 * of options.
 */
export function namesIn(value: unknown, depth = 0): string[] {
  const names = depth < 4 ? namesWithin(value, depth) : []
  return [...new Set(names)].slice(0, MAX_NAMES)
}

function namesWithin(value: unknown, depth: number): string[] {
  if (typeof value === 'string')
    return value.split(',').flatMap((part) => cut(part.trim(), LONGEST_NAME) || [])
  if (Array.isArray(value)) return value.flatMap((element) => namesIn(element, depth + 1))
  return isForeign(value) ? namesIn(value.value, depth + 1) : []
}

const LONGEST_NAME = 200

/** Splits names into known names, given as system names, and unknown names. */
export function matchNames(
  names: readonly string[],
  listed: NameList,
): { known: string[]; unknown: string[] } {
  const matched = names.map((name) => listed.find(name))
  return {
    known: [...new Set(matched.flatMap((name) => name ?? []))],
    unknown: names.filter((_, index) => !matched[index]),
  }
}

const MAX_LISTED = 10

/** Quotes names for a sentence; long ones are cut, and only the first ones are listed. */
function quoted(names: readonly string[]): string {
  const listed = names.slice(0, MAX_LISTED).map((name) => `'${cut(name, 60)}'`)
  return names.length > MAX_LISTED
    ? `${listed.join(', ')} and ${names.length - MAX_LISTED} more`
    : listed.join(', ')
}

export type Unknown = {
  services: readonly string[]
  dataCenters: readonly string[]
  severities?: readonly string[]
}

/** Unknown names of a record as the end of a sentence; empty if there are none. */
export function leftOut({ services, dataCenters, severities = [] }: Unknown): string {
  const parts = [
    services.length > 0 && `unknown service ${quoted(services)}`,
    dataCenters.length > 0 && `unknown data center ${quoted(dataCenters)}`,
    severities.length > 0 && `unknown severity ${quoted(severities)}`,
  ].filter(Boolean)
  return parts.length > 0 ? `; left out: ${parts.join(', ')}` : ''
}

export const namesOfUnknown = ({ services, dataCenters, severities = [] }: Unknown): UnknownName[] => [
  ...services.map((name) => ({ kind: 'service' as const, name })),
  ...dataCenters.map((name) => ({ kind: 'data center' as const, name })),
  ...severities.map((name) => ({ kind: 'severity' as const, name })),
]
