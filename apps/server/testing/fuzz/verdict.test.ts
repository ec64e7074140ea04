import { expect, test } from 'vitest'
import type { Operation } from './document.ts'
import { faultOf } from './json-schema.ts'
import { faultsOfAnswer } from './verdict.ts'

const problem = { 'application/problem+json': { schema: { type: 'object', required: ['detail'] } } }
const operation: Operation = {
  name: 'GET /api/birds',
  method: 'GET',
  path: '/api/birds',
  parameters: [],
  body: undefined,
  responses: {
    200: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { birds: { type: 'array', items: { type: 'string', maxLength: 5 } } },
          required: ['birds'],
          additionalProperties: false,
        },
      },
    },
    '4XX': problem,
  },
  scheme: undefined,
  isGuarded: false,
  scope: undefined,
  isWrite: false,
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const refusal = { 'content-type': 'application/problem+json' }

test.each([
  [200, json, '{"birds":["heron"]}', ''],
  [400, refusal, '{"detail":"Use another bird"}', ''],
  [200, json, '{"birds":["pelican"]}', 'is longer than 5'],
  [200, json, '{"birds":[],"nest":1}', 'which is not described'],
  [200, json, '{}', 'lacks birds'],
  [200, { 'content-type': 'text/plain' }, 'heron', 'the content type is text/plain'],
  [201, json, '{"birds":[]}', 'the status 201 is not in the document'],
  [500, refusal, '{"detail":"Something went wrong"}', 'the status 500 is not in the document'],
  [400, json, '{"detail":"Use another bird"}', 'the content type is application/json'],
  [409, refusal, '{"detail":"duplicate key value violates"}', 'tells how the server is made'],
])('%s %j %s: %s', (...[status, headers, text, fault]) => {
  const result = faultsOfAnswer(operation, { status, headers, text })
  if (fault === '') expect(result).toEqual([])
  else expect(result.join()).toContain(fault)
})

test.each([
  [{ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] }, [null, 1], [0, '1', 1.5]],
  [{ oneOf: [{ const: 'a' }, { type: 'string', maxLength: 1 }] }, ['b'], ['a', 'bb']],
  [{ type: 'string', minLength: 1, maxLength: 2, pattern: '\\S' }, ['a', '👍👍'], ['', ' ', 'abc']],
  [{ type: 'string', format: 'date-time' }, ['2026-08-20T12:00:00Z'], ['2026-08-20', '2026-13-20T12:00:00Z']],
  [
    { type: 'object', propertyNames: { minLength: 2 }, additionalProperties: { type: 'boolean' } },
    [{ ab: true }],
    [{ a: true }, { ab: 1 }, []],
  ],
  [{ type: 'array', minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3], {}]],
  [{ enum: ['a', null] }, ['a', null], ['b', undefined]],
])('%j', (schema, fitting, others) => {
  for (const value of fitting) expect(faultOf(schema, value), JSON.stringify(value)).toBeUndefined()
  for (const value of others) expect(faultOf(schema, value), JSON.stringify(value)).toBeDefined()
})

test('an unsupported schema keyword is an error', () => {
  expect(() => faultOf({ uniqueItems: true } as never, [])).toThrow('uniqueItems')
})
