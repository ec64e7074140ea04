import type { JsonSchema } from './json-schema.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}

/** Schemas by media type; plain text has none. */
export type Content = Readonly<Record<string, { schema?: JsonSchema }>>

type Described = {
  security: readonly Record<string, unknown>[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
  'x-actions'?: readonly string[]
  'x-administrator'?: boolean
  'x-scope'?: string
}

export type OpenApi = {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  components: { schemas: Readonly<Record<string, JsonSchema>> }
}

/** One operation as the OpenAPI document describes it, and nothing else. */
export type Operation = {
  /** `GET /api/banner` */
  name: string
  method: string
  path: string
  parameters: readonly Parameter[]
  body: { type: string; schema: JsonSchema } | undefined
  /** Content by status code or `default`. */
  responses: Readonly<Record<string, Content>>
  /** Name in `securitySchemes`; undefined if no authentication is needed. */
  scheme: string | undefined
  /** Whether the operation needs a right or an administrator, not only a session. */
  isGuarded: boolean
  scope: string | undefined
  /** Whether the operation needs the anti-forgery token, as every write of a signed-in person does. */
  isWrite: boolean
}

export function operationsOf(document: OpenApi): Operation[] {
  const contentOf = (content: Content = {}): Content =>
    Object.fromEntries(
      Object.entries(content).map(([type, { schema }]) => [
        type,
        schema ? { schema: resolved(document, schema) } : {},
      ]),
    )
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [type, requestType] = Object.entries(contentOf(described.requestBody?.content))[0] ?? []
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: described.parameters,
        body: type === undefined ? undefined : { type, schema: requestType?.schema ?? {} },
        responses: Object.fromEntries(
          Object.entries(described.responses).map(([status, { content }]) => [status, contentOf(content)]),
        ),
        scheme: Object.keys(described.security[0] ?? {})[0],
        isGuarded: described['x-actions'] !== undefined || described['x-administrator'] === true,
        scope: described['x-scope'],
        isWrite: described.parameters.some(({ name }) => name.toLowerCase() === 'x-csrf-token'),
      }
    }),
  )
}

const PREFIX = '#/components/schemas/'

/** Puts each named schema where it is referred to. */
function resolved<T>({ components }: Pick<OpenApi, 'components'>, schema: T): T {
  if (Array.isArray(schema)) return schema.map((item) => resolved({ components }, item)) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...others } = schema as { $ref?: string }
  const component = $ref === undefined ? {} : components.schemas[$ref.slice(PREFIX.length)]
  if (!component) throw new Error(`The document has nothing at ${$ref}`)
  return Object.fromEntries(
    Object.entries({ ...component, ...others }).map(([key, inner]) => [key, resolved({ components }, inner)]),
  ) as T
}
