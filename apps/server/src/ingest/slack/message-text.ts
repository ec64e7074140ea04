import { findNextUpdateFault, NEXT_UPDATE_FIELD } from '@aviary/contract/messages/rules'
import { InvalidInput } from '../../http/errors.ts'
import { takeName } from './command-text.ts'

// Reads a message as it is typed behind `send` and `post`: a type, the text, and lines with the fields of the mail.

type Type = { name: string; translations?: Record<string, string> | undefined }

/** At most so many words before a colon at the beginning are meant as a type. */
const MOST_TYPE_WORDS = 4

/**
 * Takes `Update:` from the beginning; undefined without a type. A beginning that looks like a type and is none is
 * refused: a slip in `Internal Update:` must not make a message to customers of it.
 */
export function takeType(text: string, types: readonly Type[]): { type?: string; rest: string } {
  const namesOf = ({ name, translations = {} }: Type) => [name, ...Object.values(translations)]
  const find = (words: string) => {
    const { option, rest } = takeName(words.trim(), types, namesOf)
    return rest === '' ? option?.name : undefined
  }
  const [line = '', ...lines] = text.split('\n')
  const alone = find(line)
  if (alone !== undefined) return { type: alone, rest: lines.join('\n').trim() }
  const [, before] = /^([^:：\n]{1,100})[:：]/.exec(text) ?? []
  if (before === undefined) return { rest: text }
  const type = find(before)
  if (type !== undefined) return { type, rest: text.slice(before.length + 1).trim() }
  if (before.trim().split(/\s+/).length > MOST_TYPE_WORDS) return { rest: text }
  throw new InvalidInput(
    `There is no message type '${before.trim()}' for you here. Begin with one of them and a colon: ${types.map(({ name }) => name).join(', ')}`,
  )
}

export type Field = { name: string; label: string }

/** Takes the lines `Current Status: …` out of a text: the fields of the mail, by their system names. */
export function takeFields(text: string, fields: readonly Field[]) {
  const values: Record<string, string> = {}
  const lines = text.split('\n').filter((line) => {
    const [, label = ''] = /^\s*([^:]{1,100}?)\s*:/.exec(line) ?? []
    const field = fields.find((candidate) =>
      [candidate.label, candidate.name].some((name) => name.toLowerCase() === label.toLowerCase()),
    )
    if (!field) return true
    if (field.name in values) throw new InvalidInput(`'${field.label}:' comes twice`)
    values[field.name] = line.slice(line.indexOf(':') + 1).trim()
    return false
  })
  return { values, text: lines.join('\n').trim() }
}

const DURATION =
  /^(?:in\s+)?(?:(\d{1,3}(?:\.\d)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d{1,4})\s*m(?:in(?:ute)?s?)?)?$/i
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(?:\s*utc)?$/i
const MINUTE_MS = 60_000
const HALF_A_DAY_MS = 12 * 60 * MINUTE_MS

/** Time of `30m`, `1h 30m`, or the next `15:00` in UTC, on a whole minute; null for `none`. */
function readDue(text: string, now: Date): string | null {
  if (/^none$/i.test(text)) return null
  const due = readMoment(text, now)
  if (due === undefined)
    throw new InvalidInput(`Next Update: '${text}' is no time. Write 30m, 2h, 15:00 (UTC), or none`)
  const fault = findNextUpdateFault(due, now.getTime())
  if (fault === 'past') throw new InvalidInput(`Next Update: '${text}' has passed`)
  if (fault === 'far') throw new InvalidInput(`Next Update: '${text}' is too far ahead`)
  return new Date(due).toISOString()
}

/** Milliseconds since 1970; undefined for what is no time. A time of day that has just passed is not tomorrow's. */
function readMoment(text: string, now: Date): number | undefined {
  const [, hours, minutes] = DURATION.exec(text) ?? []
  if (hours !== undefined || minutes !== undefined) {
    const length = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
    return Math.round(now.getTime() / MINUTE_MS + length) * MINUTE_MS
  }
  const [, hour, minute] = CLOCK.exec(text) ?? []
  if (hour === undefined || minute === undefined) return undefined
  const today = new Date(now).setUTCHours(Number(hour), Number(minute), 0, 0)
  return now.getTime() - today > HALF_A_DAY_MS ? today + 2 * HALF_A_DAY_MS : today
}

type Given = {
  values: Record<string, string>
  fields: readonly Field[]
  suggested: Record<string, string>
  now: Date
}
type Filled = { texts: Record<string, string>; due: string | null | undefined; missing: readonly Field[] }

/**
 * The fields of the mail: as typed, else as the message before had them. `due` is the promised time: null for none,
 * undefined if the type has no such field or nothing was typed.
 */
export function fillFields({ values, fields, suggested, now }: Given): Filled {
  const typedDue = values[NEXT_UPDATE_FIELD]
  const hasDue = fields.some(({ name }) => name === NEXT_UPDATE_FIELD)
  const due = hasDue && typedDue !== undefined ? readDue(typedDue, now) : undefined
  const texts = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const text =
        name === NEXT_UPDATE_FIELD ? (due === null ? 'none' : '') : (values[name] ?? suggested[name] ?? '')
      return text === '' ? [] : [[name, text] as const]
    }),
  )
  return { texts, due, missing: fields.filter(({ name }) => !(name in texts) && name !== NEXT_UPDATE_FIELD) }
}
