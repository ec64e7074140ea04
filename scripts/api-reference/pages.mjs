import { fieldsOf, meaningOf, typeOf } from './fields.mjs'

/** Headers that docs/api/README.md explains once; each maps to the Markdown link that pages show instead. */
const HEADERS = {
  'X-CSRF-Token': '[`X-CSRF-Token`](README.md#anti-forgery)',
  'Idempotency-Key': '[`Idempotency-Key`](README.md#creating-once) (optional)',
}

/** The pages of the reference by file name, one per tag of the document. */
export function pagesOf(named) {
  const document = withoutReferences(named, named.components.schemas)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  )
  return new Map(
    document.tags.map(({ name, description }) => {
      const own = operations.filter(({ tags }) => tags.includes(name))
      return [`${name.toLowerCase()}.md`, page({ name, description, operations: own })]
    }),
  )
}

/** Puts each named schema where it is referred to. */
function withoutReferences(value, schemas) {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...others } = value
  const meant = $ref === undefined ? {} : schemas[$ref.replace('#/components/schemas/', '')]
  return Object.fromEntries(
    Object.entries({ ...meant, ...others }).map(([key, inner]) => [key, withoutReferences(inner, schemas)]),
  )
}

const page = ({ name, description, operations }) => `# ${name}

${description} What goes for every call stands in the [API reference](README.md).

<!-- Made by \`npm run api-reference\` from the OpenAPI document: change that. -->

| call | what it does |
|---|---|
${operations.map((operation) => `| [\`${operation.method} ${operation.path}\`](#${operation.operationId.toLowerCase()}) | ${cell(operation.summary)} |`).join('\n')}

${operations.map(section).join('\n\n')}
`

function section(operation) {
  const { operationId, method, path, summary, description, parameters } = operation
  const headers = parameters
    .filter((each) => each.in === 'header')
    .map(({ name }) => HEADERS[name] ?? `\`${name}\``)
  return [
    `## ${operationId}`,
    `\`${method} ${path}\``,
    `${summary}.`,
    description,
    ...(headers.length > 0 ? [`Headers: ${headers.join(', ')}`] : []),
    ...parametersOf(parameters),
    ...bodyOf(operation.requestBody),
    ...answersOf(operation.responses),
  ].join('\n\n')
}

function parametersOf(parameters) {
  const rows = parameters
    .filter((each) => each.in !== 'header')
    .map(({ name, in: where, required, description, schema }) => ({
      path: name,
      type: `${typeOf(schema)}, in the ${where}`,
      isRequired: required,
      meaning: meaningOf({ ...schema, description }),
    }))
  return rows.length > 0 ? ['**Parameters**', table('parameter', rows)] : []
}

function bodyOf(body) {
  if (!body) return []
  return Object.entries(body.content).flatMap(([type, { schema }]) =>
    schema.format === 'binary'
      ? [`**Body**: a file, \`${type}\`, at most ${schema.maxLength} bytes`]
      : described({ title: '**Body**', schema, type }),
  )
}

function answersOf(responses) {
  return Object.entries(responses).flatMap(([status, { description, content = {} }]) => {
    if (status === '4XX' || status === '5XX') return []
    const title = `**${status}** ${description}`
    const types = Object.entries(content)
    if (types.length === 0) return [title]
    if (types.some(([type]) => type === 'application/problem+json'))
      return [`${title} ([a problem](README.md#refusals))`]
    if (types.every(([, { schema }]) => schema === undefined))
      return [`${title}: ${types.map(([type]) => `\`${type}\``).join(' or ')}`]
    // A second success status has the same fields as 200, so its table is not repeated.
    if (status !== '200') return [`${title}: the same fields`]
    return types.flatMap(([type, { schema }]) => described({ title, schema, type, required: 'always' }))
  })
}

function described({ title, schema, type, required }) {
  const rows = fieldsOf(schema)
  const kind = typeOf(schema)
  const about = meaningOf(schema)
  const typeNote = type === 'application/json' ? '' : `, \`${type}\``
  const head = `${title}${typeNote}: ${kind}${about ? `. ${about}` : ''}`
  return rows.length > 0 ? [head, table('field', rows, required)] : [head]
}

const table = (first, rows, required = 'required') => `| ${first} | type | ${required} | meaning and limits |
|---|---|---|---|
${rows.map((row) => `| \`${row.path}\` | ${cell(row.type)} | ${row.isRequired ? 'yes' : ''} | ${cell(row.meaning)} |`).join('\n')}`

/** Escapes vertical bars, which would end the cell. */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
