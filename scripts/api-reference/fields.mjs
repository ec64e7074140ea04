// Turns schemas of the OpenAPI document into table rows, one per field at any depth.

const SAFE = Number.MAX_SAFE_INTEGER
/**
 * In characters. Longer patterns are not shown, because only machines can read them and the description
 * explains them.
 */
const LONGEST_PATTERN = 60
const MAX_CHOICES = 30

/**
 * Fields that docs/api/README.md explains once; each maps to the text, with a link, that pages show instead.
 */
const WRITTEN_ONCE = { audit_log_data: 'Who does this: see [Writes](README.md#writes).' }

/** Rows below a schema: `path`, `type`, `required`, `meaning`. */
export function fieldsOf(schema, path = '') {
  return variantsOf(schema).flatMap((variant) => {
    if (variant.type === 'array') return fieldsOf(variant.items ?? {}, `${path}[]`)
    if (variant.type !== 'object') return []
    const under = (name) => (path === '' ? name : `${path}.${name}`)
    const propertyRows = Object.entries(variant.properties ?? {}).flatMap(([name, inner]) => {
      const isRequired = variant.required?.includes(name) ?? false
      const row = { path: under(name), type: typeOf(inner), isRequired, meaning: meaningOf(inner) }
      if (Object.hasOwn(WRITTEN_ONCE, name)) return [{ ...row, meaning: WRITTEN_ONCE[name] }]
      return [row, ...fieldsOf(inner, under(name))]
    })
    const others = variant.additionalProperties
    return typeof others === 'object' ? [...propertyRows, ...fieldsOf(others, under('*'))] : propertyRows
  })
}

/** Splits a schema into its alternatives; a schema whose alternatives only add conditions stays whole. */
function variantsOf(schema) {
  const among = schema.anyOf ?? schema.oneOf
  if (!among) return [schema]
  return among.every(({ type, anyOf, const: only }) => type === undefined && !anyOf && only === undefined)
    ? [schema]
    : among.flatMap(variantsOf)
}

export function typeOf(schema) {
  const types = variantsOf(schema).map((variant) => {
    if (variant.const !== undefined) return `\`${JSON.stringify(variant.const)}\``
    if (Array.isArray(variant.type)) return variant.type.join(' or ')
    if (variant.type === 'array') return `list of ${typeOf(variant.items ?? {})}`
    if (variant.type === 'object') return isMapOnly(variant) ? 'map' : 'object'
    if (variant.format === 'date-time') return 'time'
    return variant.type ?? 'anything'
  })
  return [...new Set(types)].join(' or ')
}

const isMapOnly = ({ properties, additionalProperties }) =>
  additionalProperties && Object.keys(properties ?? {}).length === 0

export function meaningOf(schema) {
  const descriptions = [schema, ...variantsOf(schema)].map(({ description }) => description).filter(Boolean)
  const limits = [...new Set(variantsOf(schema).map(limitsOf).filter(Boolean))].join(' or ')
  const usual = schema.default === undefined ? '' : `Default: \`${JSON.stringify(schema.default)}\`.`
  // Examples of whole objects stand in the document only: their fields have rows of their own.
  const example = schema.examples?.find((each) => each === null || typeof each !== 'object')
  const shown = example === undefined ? '' : `For example \`${JSON.stringify(example)}\`.`
  return [...new Set(descriptions), limits && `${capital(limits)}.`, usual, shown].filter(Boolean).join(' ')
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

function limitsOf(schema) {
  const { type, enum: choices, description, format, pattern } = schema
  if (choices) return oneOf(choices)
  if (type === 'object')
    return [alternativesOf(schema), each(schema.additionalProperties)].filter(Boolean).join('; ')
  if (type === 'array')
    return [within(schema.minItems, schema.maxItems, 'of them'), each(schema.items)]
      .filter(Boolean)
      .join('; ')
  if (type === 'integer' || type === 'number') return within(schema.minimum, schema.maximum, '')
  if (type !== 'string') return ''
  const isShown = description || format === 'date-time' || !pattern || pattern.length > LONGEST_PATTERN
  const shape = pattern?.startsWith('\\S') ? 'not blank' : isShown ? '' : `matches \`${pattern}\``
  const formatNote = format && format !== 'date-time' ? `${format}` : ''
  return [formatNote, within(schema.minLength, schema.maxLength, 'characters'), shape]
    .filter(Boolean)
    .join(', ')
}

/** Describes the elements of a list or map, which have no row of their own. */
const each = (schema) => {
  const meaning = typeof schema === 'object' ? meaningOf(schema) : ''
  return meaning && `each: ${meaning.replace(/\.$/, '')}`
}

const oneOf = (choices) => {
  const shown = choices.slice(0, MAX_CHOICES).map((choice) => `\`${choice}\``)
  return `one of ${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`
}

/** Describes an object that needs at least one of some fields. */
function alternativesOf({ anyOf = [] }) {
  const names = anyOf.flatMap(({ required = [] }) => required)
  return names.length > 0 ? `needs ${names.map((name) => `\`${name}\``).join(' or ')}` : ''
}

function within(least, max, unit) {
  const from = least === undefined || least <= -SAFE ? undefined : least
  const to = max === undefined || max >= SAFE ? undefined : max
  const words = unit === '' ? '' : ` ${unit}`
  if (from !== undefined && to !== undefined)
    return from === to ? `${to}${words}` : `${from} to ${to}${words}`
  if (to !== undefined) return `at most ${to}${words}`
  return from !== undefined && from !== 0 ? `at least ${from}${words}` : ''
}
