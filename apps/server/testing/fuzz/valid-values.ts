import fc from 'fast-check'
import { hostileTexts } from './hostile-texts.ts'
import { faultOf, type JsonSchema, typesOf } from './json-schema.ts'
import type { KnownValues } from './known-values.ts'

export type Sources = { known: KnownValues; isHostile: boolean }

/**
 * Longest generated texts in characters. Texts that are not hostile are shorter, because a list returns the
 * texts of all its records.
 */
const LONGEST_PLAIN = 2_000
const LONGEST_HOSTILE = 10_000
const MAX_ITEMS = 4

/**
 * Generates values that the schema allows. If values of the field `name` are known, half of the scalars are
 * known ones.
 */
export function valuesOf(schema: JsonSchema, name: string, sources: Sources): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = choicesOf(schema)
  if (choices.length > 0) {
    const fits = (value: unknown) => schema.oneOf === undefined || faultOf(schema, value) === undefined
    return fc.oneof(...choices.map((option) => valuesOf(option, name, sources))).filter(fits)
  }
  const free = freeValuesOf(schema, name, sources)
  if (schema.type === 'object' || schema.type === 'array') return free
  const known = sources.known.of(name).filter((value) => faultOf(schema, value) === undefined)
  return known.length === 0 ? free : fc.oneof(fc.constantFrom(...known), free)
}

/** Splits a schema into its alternatives, each of them a complete schema. */
function choicesOf({ anyOf, oneOf, ...rest }: JsonSchema): JsonSchema[] {
  const types = typesOf(rest)
  if (types.length > 1) return types.map((type) => ({ ...rest, type }))
  return (anyOf ?? oneOf ?? []).map((option) => ({
    ...rest,
    ...option,
    ...(rest.required || option.required
      ? { required: [...new Set([...(rest.required ?? []), ...(option.required ?? [])])] }
      : {}),
    ...(rest.properties || option.properties
      ? { properties: { ...rest.properties, ...option.properties } }
      : {}),
  }))
}

function freeValuesOf(schema: JsonSchema, name: string, sources: Sources): fc.Arbitrary<unknown> {
  switch (typesOf(schema)[0]) {
    case 'object':
      return objectsOf(schema, name, sources)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = Infinity } = schema
      const maxLength = Math.min(maxItems, Math.max(minItems, MAX_ITEMS))
      return fc.array(valuesOf(items, name, sources), { minLength: minItems, maxLength })
    }
    case 'integer':
      return integersOf(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textsOf(schema, sources)
    default:
      return sources.isHostile ? fc.oneof(hostileTexts(LONGEST_HOSTILE), anything) : anything
  }
}

const anything = fc.jsonValue({ maxDepth: 2 })

function integersOf(schema: JsonSchema): fc.Arbitrary<number> {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
  const small = fc.integer({
    min: Math.max(minimum, Math.min(0, maximum)),
    max: Math.min(maximum, Math.max(100, minimum)),
  })
  return fc.oneof(small, fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
}

function objectsOf(schema: JsonSchema, name: string, sources: Sources): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true } = schema
  const described = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [key, valuesOf(inner, key, sources)]),
    ),
    { requiredKeys: [...required] },
  )
  if (additionalProperties === false) return described
  const isOpen = Object.keys(properties).length > 0 || additionalProperties === true
  const others = fc.dictionary(
    namesOf(schema, sources).filter((key) => !Object.hasOwn(properties, key)),
    valuesOf(additionalProperties === true ? {} : additionalProperties, name, sources),
    { maxKeys: isOpen ? 1 : 3 },
  )
  const some = isOpen
    ? fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: others })
    : others
  return fc.tuple(some, described).map(([more, properties]) => ({ ...more, ...properties }))
}

/** Generates names of additional properties: often language codes, since most such objects map languages to texts. */
function namesOf(
  { propertyNames = { type: 'string', maxLength: 35 } }: JsonSchema,
  sources: Sources,
): fc.Arbitrary<string> {
  const fits = (key: string) => faultOf(propertyNames, key) === undefined
  return fc.oneof(
    fc.constantFrom('en', 'en', 'de', 'ja', 'xx').filter(fits),
    textsOf(propertyNames, sources).filter(fits),
  )
}

function textsOf(schema: JsonSchema, { isHostile }: Sources): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = LONGEST_HOSTILE, pattern, format } = schema
  // The server counts UTF-16 units and the schema counts characters, so the text must fit both limits.
  const fits = (text: string) => text.length <= maxLength && faultOf(schema, text) === undefined
  if (format !== undefined && format !== 'binary') return formatted(format).filter(fits)
  if (isHostile) {
    const hostile = hostileTexts(Math.min(maxLength, LONGEST_HOSTILE))
    const some = TRIES.some((text) => fits(text.slice(0, maxLength)))
    if (some)
      return hostile.map((text) => (fits(text) ? text : fitting(text, { minLength, maxLength }))).filter(fits)
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength }).filter(fits)
  if (schema.allOf) return fc.stringMatching(new RegExp(schema.allOf[0]?.pattern ?? '', 'u')).filter(fits)
  const longest = Math.min(maxLength, Math.max(LONGEST_PLAIN, minLength))
  const plain = fc.string({ minLength, maxLength: longest, unit: 'grapheme' }).filter(fits)
  return fc.oneof(
    { weight: 6, arbitrary: plain },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(minLength), 'x'.repeat(longest)) },
    { weight: 1, arbitrary: fc.constant(' '.repeat(Math.max(minLength, 1))).filter(fits) },
  )
}

/** A pattern that matches neither of these texts is too specific for any hostile text. */
const TRIES = ['x'.repeat(300), '%%%%%%%%%%%%']
const fitting = (text: string, { minLength, maxLength }: { minLength: number; maxLength: number }): string =>
  `x${text}`.padEnd(minLength, 'x').slice(0, maxLength).toWellFormed()

const DAY_MS = 24 * 60 * 60 * 1000
const around = Date.parse('2026-08-20T12:00:00Z')
const moments = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((days) => new Date(around + days * DAY_MS)),
  fc.date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  }),
)

/** Covers more than `toISOString` writes, because RFC 3339 allows more. */
const dateTimes = fc
  .tuple(
    moments,
    fc.constantFrom('Z', 'Z', '+00:00', '-07:00', '+05:30', '+14:00'),
    fc.constantFrom('', '.5', '.123456789'),
  )
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)

const emails = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom(
    'somebody@acme.example',
    'administrator@acme.example',
    'user@münchen.example',
    "o'brien+x@example.org",
  ),
)

function formatted(format: string): fc.Arbitrary<string> {
  switch (format) {
    case 'date-time':
      return dateTimes
    case 'date':
      return moments.map((date) => date.toISOString().slice(0, 10))
    case 'email':
      return emails
    case 'uuid':
      return fc.uuid()
    default:
      throw new Error(`Nothing makes values of the format '${format}'`)
  }
}
