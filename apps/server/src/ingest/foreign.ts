import type { UnknownName } from '@aviary/contract/ingest/schemas'

// Reads what other systems send. Their bodies may lack a field, have it null or of another kind: nothing here throws.

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

/** A text, trimmed; empty when there is none. */
export const textIn = (value: unknown, key: string): string => {
  const field = isForeign(value) ? value[key] : undefined
  return typeof field === 'string' ? field.trim() : ''
}

const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(3000, 0, 1)

/** In the years that PostgreSQL and a record know; others are how senders write that there is none. */
export const isStorable = (date: Date): boolean => date.getTime() >= EARLIEST && date.getTime() < LATEST

/** A moment as ISO 8601 with a zone, also with `+0530` and with nanoseconds; undefined when it is none. */
export function momentIn(value: unknown, key: string): Date | undefined {
  const text = textIn(value, key)
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/(\.\d{3})\d+/, '$1')
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined
  const at = new Date(text)
  return isStorable(at) ? at : undefined
}

/** The same as a record has it; null when there is none. */
export const instantIn = (value: unknown, key: string): string | null =>
  momentIn(value, key)?.toISOString() ?? null

/** At most so many characters, and never half of one at the end. */
export function cut(text: string, maxLength: number): string {
  const short = text.slice(0, maxLength)
  return (short.isWellFormed() ? short : short.slice(0, -1)).trim()
}

/** A text cut to what a record holds; null when there is none. */
export const shortTextIn = (value: unknown, key: string, maxLength: number): string | null =>
  cut(textIn(value, key), maxLength) || null

const MAX_NAMES = 100

/** Names as other systems list them: "us2, eu2", a list of texts, an option with a value, or a list of options. */
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

export type Listed = readonly { name: string; system_name: string }[]

/** The names that are known, as the system spells them, and the others. */
export function matchNames(names: readonly string[], listed: Listed): { known: string[]; unknown: string[] } {
  const matched = names.map((name) => matchName(name, listed))
  return {
    known: [...new Set(matched.flatMap((name) => name ?? []))],
    unknown: names.filter((_, index) => !matched[index]),
  }
}

const MAX_TOLD = 10

/** Names for a sentence: in quotes, the long ones cut, and not all of very many. */
function quoted(names: readonly string[]): string {
  const told = names.slice(0, MAX_TOLD).map((name) => `'${cut(name, 60)}'`)
  return names.length > MAX_TOLD ? `${told.join(', ')} and ${names.length - MAX_TOLD} more` : told.join(', ')
}

export type Unknown = {
  services: readonly string[]
  dataCenters: readonly string[]
  severities?: readonly string[]
}

/** What a record was told to touch and nobody knows here, for the end of a sentence; empty when there is nothing. */
export function leftOut({ services, dataCenters, severities = [] }: Unknown): string {
  const told = [
    services.length > 0 && `unknown service ${quoted(services)}`,
    dataCenters.length > 0 && `unknown data center ${quoted(dataCenters)}`,
    severities.length > 0 && `unknown severity ${quoted(severities)}`,
  ].filter(Boolean)
  return told.length > 0 ? `; left out: ${told.join(', ')}` : ''
}

export const namesOfUnknown = ({ services, dataCenters, severities = [] }: Unknown): UnknownName[] => [
  ...services.map((name) => ({ kind: 'service' as const, name })),
  ...dataCenters.map((name) => ({ kind: 'data center' as const, name })),
  ...severities.map((name) => ({ kind: 'severity' as const, name })),
]

/** Finds what a foreign name stands for among system and display names, whatever the case. */
export function matchName(name: string, known: Listed): string | undefined {
  const lowerName = name.trim().toLowerCase()
  const match = known.find(
    (element) => element.system_name.toLowerCase() === lowerName || element.name.toLowerCase() === lowerName,
  )
  return match?.system_name
}
