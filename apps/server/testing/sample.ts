import { z } from 'zod'

type JsonSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  format?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  default?: unknown
  examples?: unknown[]
}

const FORMATS: Record<string, string> = {
  email: 'somebody@acme.example',
  date: '2026-08-20',
  'date-time': '2026-08-20T10:00:00Z',
  uri: 'https://acme.example/',
}

const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  // zod returns JSON Schema; only the keywords above are read
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** The smallest valid input of a schema, without optional fields. */
export const sampleOf = (schema: z.ZodType): unknown => build(jsonSchemaOf(schema))

/** Names of required fields. */
export const requiredOf = (schema: z.ZodType): string[] => jsonSchemaOf(schema).required ?? []

function build(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const [option] = schema.anyOf ?? schema.oneOf ?? []
  if (option) return build(option)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, build(schema.properties?.[name] ?? {})]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => build(schema.items ?? {}))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return FORMATS[schema.format ?? ''] ?? 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
  }
}
