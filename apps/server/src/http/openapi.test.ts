import { ENDPOINTS } from '@aviary/contract/areas'
import type { Endpoint } from '@aviary/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp, type TestApp } from '../../testing/app.ts'

const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()),
})

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }))

const operation = z.object({
  tags: z.tuple([z.string().min(1)]),
  operationId: z.string().min(1),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter),
  requestBody: z.object({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1), content: content.optional() })),
})

/** The part of OpenAPI 3.1 that the document uses. */
const document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({
    title: z.string(),
    version: z.string(),
    license: z.object({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string().min(1), description: z.string().min(1) })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']) })),
  }),
})

let server: TestApp
let parsed: z.infer<typeof document>
beforeAll(async () => {
  server = await openTestApp()
  const response = await server.app.inject('/api/openapi.json')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  parsed = document.parse(response.json())
})
afterAll(() => server.close())

const pathOf = ({ path, isOutsideApi }: Endpoint) =>
  (isOutsideApi ? '' : '/api') + path.replaceAll(/:(\w+)/g, '{$1}')

describe.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${pathOf(endpoint)}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    const listed = () => {
      const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
      const operations = parsed.paths[pathOf(endpoint)]?.[method]
      if (!operations) throw new Error('It is not listed')
      return operations
    }

    test('is listed with its input and answers', () => {
      const encoding = endpoint.takesForm
        ? 'application/x-www-form-urlencoded'
        : (endpoint.takesText ?? 'application/json')
      const type = endpoint.uploads ?? (endpoint.takesBody ? encoding : undefined)
      expect(Object.keys(listed().requestBody?.content ?? {})).toEqual(type === undefined ? [] : [type])
      const { sendsOn, leadsBack, mayBeUnready, mayTakeTooLong } = endpoint
      expect(Object.keys(listed().responses)).toEqual([
        sendsOn ? '302' : '200',
        ...(leadsBack ? ['303'] : []),
        ...(mayBeUnready ? ['503'] : []),
        ...(mayTakeTooLong ? ['504'] : []),
        '4XX',
        '5XX',
      ])
      const inPath = [...pathOf(endpoint).matchAll(/{(\w+)}/g)].map(([, name]) => name)
      const parameters = listed().parameters.filter((each) => each.in === 'path')
      expect(parameters.map((each) => each.name)).toEqual(inPath)
      for (const each of parameters) expect(each.required).toBe(true)
    })

    test('names an existing security scheme', () => {
      const names = listed().security.flatMap((each) => Object.keys(each))
      const own = endpoint.access.by === 'anyone' ? 0 : 1
      expect(names.length).toBe(endpoint.tokenScope ? 2 : own)
      expect(names.includes('serviceToken')).toBe(
        endpoint.access.by === 'token' || endpoint.tokenScope !== undefined,
      )
      for (const name of names) expect(parsed.components.securitySchemes).toHaveProperty([name])
    })
  },
)

test('every listed operation is an endpoint', () => {
  const operations = Object.values(parsed.paths).flatMap((methods) => Object.keys(methods))
  expect(operations.length).toBe(ENDPOINTS.length)
})

test('every operation has a name of its own and a tag that is there, and every tag an operation', () => {
  const operations = Object.values(parsed.paths).flatMap((methods) => Object.values(methods))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const used = new Set(operations.flatMap(({ tags }) => tags))
  expect([...used].sort()).toEqual(parsed.tags.map(({ name }) => name).sort())
})

test("every reference resolves, and every default has its schema's type", () => {
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const { $ref, default: usual, type } = value as Record<string, unknown>
    if (typeof $ref === 'string')
      expect(parsed.components.schemas, path).toHaveProperty([$ref.split('/').at(-1) ?? ''])
    if (typeof type === 'string' && ['string', 'boolean'].includes(type) && usual !== undefined) {
      expect(typeof usual, `${path}: ${JSON.stringify(value)}`).toBe(type)
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`)
  }
  visit(parsed, '#')
})
