import { EXAMPLES } from '@aviary/contract/named-examples'
import { NAMED_SCHEMAS } from '@aviary/contract/named-schemas'
import { z } from 'zod'

export type Json = Record<string, unknown>

const examples: Readonly<Record<string, object | undefined>> = EXAMPLES
const known = new Map<unknown, object>(
  Object.entries(NAMED_SCHEMAS).map(([id, schema]) => [
    schema,
    { id, ...(examples[id] && { examples: [examples[id]] }) },
  ]),
)

/** What the contract says of schemas, and the name and example of those that have one. */
class Named extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType) {
    return { ...z.globalRegistry.get(schema), ...known.get(schema) } as never
  }
}
const named = new Named()

/**
 * JSON Schema of an input or an answer. Only in answers do named schemas stand as references: the same schema may
 * allow more as an input.
 */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any', target: 'draft-2020-12', override: sayWhatIsTrimmed },
    ...(io === 'output' && { metadata: named }),
  }) as Json
  return json
}

/**
 * Adds a pattern to trimmed texts, because their minimum length applies after trimming: spaces alone are too
 * short.
 */
function sayWhatIsTrimmed({ zodSchema, jsonSchema }: Described): void {
  const { def } = zodSchema._zod
  const { minLength = 0 } = jsonSchema
  if (def.type !== 'string' || minLength === 0 || jsonSchema.pattern !== undefined) return
  const isTrimmed = def.checks?.some(
    ({ _zod: { def: check } }) => 'tx' in check && (check as Trim).tx(' ') === '',
  )
  if (isTrimmed) jsonSchema.pattern = minLength === 1 ? '\\S' : `\\S[\\s\\S]{${minLength - 2},}\\S`
}

type Described = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]
type Trim = { tx: (text: string) => string }

/** Moves the named schemas that each schema brings along to one place, `found`, and leads references there. */
export function moveNamed<T>(value: T, found: Json): T {
  if (Array.isArray(value)) return value.map((item) => moveNamed(item, found)) as T
  if (typeof value !== 'object' || value === null) return value
  const moved: Json = {}
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$defs')
      for (const [name, schema] of Object.entries(inner)) found[name] ??= moveNamed(schema, found)
    else if (key === '$ref') moved[key] = String(inner).replace('#/$defs/', '#/components/schemas/')
    else moved[key] = moveNamed(inner, found)
  }
  return moved as T
}
