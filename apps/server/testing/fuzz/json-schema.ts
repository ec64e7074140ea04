/** The part of JSON Schema (2020-12) that the OpenAPI document uses. */
export type JsonSchema = {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  not?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

const CHECKED = [
  ...[
    'type',
    'const',
    'enum',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'properties',
    'required',
    'additionalProperties',
  ],
  ...['propertyNames', 'items', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]
const ANNOTATIONS = ['$schema', 'default', 'examples', 'description', 'title', 'x-scope']
const KNOWN: ReadonlySet<string> = new Set([...CHECKED, ...ANNOTATIONS])

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  binary: () => true,
}

/** Where and how `value` violates `schema`; undefined if it is valid. Throws on an unknown keyword. */
export function faultOf(schema: JsonSchema, value: unknown, path = '$'): string | undefined {
  for (const keyword of Object.keys(schema))
    if (!KNOWN.has(keyword))
      throw new Error(`${path}: the document has the keyword '${keyword}', which nothing checks`)
  if (schema.type !== undefined && !typesOf(schema).some((type) => isOfType(type, value)))
    return `${path}: ${show(value)} is no ${schema.type}`
  if ('const' in schema && show(value) !== show(schema.const))
    return `${path}: ${show(value)} is not ${show(schema.const)}`
  if (schema.enum && !schema.enum.some((option) => show(option) === show(value)))
    return `${path}: ${show(value)} is none of ${show(schema.enum)}`
  return faultOfChoice(schema, value, path) ?? faultOfContent(schema, value, path)
}

export const typesOf = ({ type = [] }: JsonSchema): readonly string[] =>
  typeof type === 'string' ? [type] : type

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200)

function faultOfChoice(schema: JsonSchema, value: unknown, path: string): string | undefined {
  for (const each of schema.allOf ?? []) {
    const fault = faultOf(each, value, path)
    if (fault) return fault
  }
  if (schema.not && !faultOf(schema.not, value, path)) return `${path}: is what it must not be`
  const faults = (schema.anyOf ?? schema.oneOf)?.map((each) => faultOf(each, value, path))
  const fitting = faults?.filter((fault) => fault === undefined).length
  if (fitting === 0) return `${path}: fits none: ${faults?.join(' | ')}`
  if (schema.oneOf && fitting !== 1) return `${path}: fits ${fitting} of oneOf`
  return undefined
}

function faultOfContent(schema: JsonSchema, value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return faultOfText(schema, value, path)
  if (typeof value === 'number') return faultOfNumber(schema, value, path)
  if (Array.isArray(value)) return faultOfArray(schema, value, path)
  return isRecord(value) ? faultOfObject(schema, value, path) : undefined
}

function faultOfText(schema: JsonSchema, text: string, path: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema
  const length = text.length > minLength * 2 && text.length <= maxLength ? text.length : [...text].length
  if (length < minLength) return `${path}: is shorter than ${minLength}`
  if (length > maxLength) return `${path}: is longer than ${maxLength}`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return `${path}: ${show(text)} is not like ${pattern}`
  if (format === undefined) return undefined
  const isLike = FORMATS[format]
  if (!isLike) throw new Error(`${path}: the document has the format '${format}', which nothing checks`)
  return isLike(text) ? undefined : `${path}: ${show(text)} is no ${format}`
}

function faultOfNumber(schema: JsonSchema, value: number, path: string): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema
  if (value < minimum || value > maximum) return `${path}: ${value} is not from ${minimum} to ${maximum}`
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return `${path}: ${value} is not above ${exclusiveMinimum}`
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return `${path}: ${value} is not below ${exclusiveMaximum}`
  return undefined
}

function faultOfArray(schema: JsonSchema, values: readonly unknown[], path: string): string | undefined {
  const { minItems = 0, maxItems = Infinity, items } = schema
  if (values.length < minItems || values.length > maxItems)
    return `${path}: has ${values.length} items, not ${minItems} to ${maxItems}`
  if (!items) return undefined
  for (const [index, value] of values.entries()) {
    const fault = faultOf(items, value, `${path}[${index}]`)
    if (fault) return fault
  }
  return undefined
}

function faultOfObject(schema: JsonSchema, value: Record<string, unknown>, path: string): string | undefined {
  const { properties = {}, required = [], additionalProperties = true, propertyNames } = schema
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${path}: lacks ${missing}`
  for (const [name, inner] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (own === false) return `${path}: has ${show(name)}, which is not described`
    const fault =
      (propertyNames && faultOf(propertyNames, name, `${path}, a name`)) ??
      (typeof own === 'object' ? faultOf(own, inner, `${path}.${name}`) : undefined)
    if (fault) return fault
  }
  return undefined
}
