import type { Endpoint } from '@aviary/contract/endpoint'
import { scopeOfField } from '@aviary/contract/only-with'
import type { ViewScope } from '@aviary/contract/scopes'
import { z } from 'zod'

/** Whether the caller may see what this scope stands for. */
export type Sees = (scope: ViewScope) => boolean

type Strip = (value: unknown, sees: Sees) => unknown
type Schema = z.core.$ZodType
type Shape = Readonly<Record<string, Schema>>
type Def = {
  type: string
  shape?: Shape
  element?: Schema
  innerType?: Schema
  options?: readonly Schema[]
  valueType?: Schema
}

/** By schema; undefined if the schema has no marked field. */
const strips = new Map<Schema, Strip | undefined>()

/** The answer without the fields that this caller may not see. */
export const withhold = (endpoint: Endpoint, answer: unknown, sees: Sees): unknown => {
  const strip = stripOf(endpoint.answer)
  return strip ? strip(answer, sees) : answer
}

function stripOf(schema: Schema): Strip | undefined {
  if (!strips.has(schema)) strips.set(schema, makeStrip(schema))
  return strips.get(schema)
}

function makeStrip(schema: Schema): Strip | undefined {
  const { shape, element, innerType, options, valueType } = schema._zod.def as Def
  if (shape) return stripObject(shape)
  if (options) return stripUnion(options)
  if (element) return stripEach(element, (value, map) => (value as unknown[]).map(map))
  if (valueType)
    return stripEach(valueType, (value, map) =>
      Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, map(inner)])),
    )
  const inner = innerType && stripOf(innerType)
  return inner && ((value, sees) => (value == null ? value : inner(value, sees)))
}

type MapValues = (value: unknown, map: (inner: unknown) => unknown) => unknown

function stripEach(schema: Schema, mapValues: MapValues): Strip | undefined {
  const strip = stripOf(schema)
  return strip && ((value, sees) => mapValues(value, (inner) => strip(inner, sees)))
}

function stripObject(shape: Shape): Strip | undefined {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    scope: scopeOfField(schema),
    strip: stripOf(schema),
  }))
  const touched = fields.filter(({ scope, strip }) => scope ?? strip)
  if (touched.length === 0) return undefined
  return (value, sees) => {
    const kept: Record<string, unknown> = { ...(value as object) }
    for (const { name, scope, strip } of touched) {
      if (scope && !sees(scope)) delete kept[name]
      else if (strip && name in kept) kept[name] = strip(kept[name], sees)
    }
    return kept
  }
}

function stripUnion(options: readonly Schema[]): Strip | undefined {
  if (!options.some(stripOf)) return undefined
  return (value, sees) => {
    const option = options.find((schema) => z.safeParse(schema, value).success)
    const strip = option && stripOf(option)
    return strip ? strip(value, sees) : value
  }
}
