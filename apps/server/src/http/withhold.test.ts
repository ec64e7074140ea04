import { signedIn } from '@aviary/contract/access'
import { type Endpoint, endpoint } from '@aviary/contract/endpoint'
import { onlyWith } from '@aviary/contract/only-with'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { withhold } from './withhold.ts'

const named = z.object({ kind: z.literal('named'), by: onlyWith('read:people', z.string()), at: z.number() })
const bare = z.object({ kind: z.literal('bare'), text: z.string() })
const answer = z.object({
  list: z.array(z.discriminatedUnion('kind', [named, bare])),
  each: z.record(z.string(), named.nullable()),
  maybe: named.nullable().optional(),
  companies: onlyWith('read:companies', z.object({ who: onlyWith('read:people', z.string()) })),
})
const call: Endpoint = endpoint({ method: 'GET', path: '/x', summary: 'x', access: signedIn, answer })

const given = () => {
  const one = { kind: 'named' as const, by: 'Ada', at: 1 }
  const other = { kind: 'bare' as const, text: 'by' }
  return { list: [one, other], each: { a: one, b: null }, maybe: one, companies: { who: 'Ada' } }
}

test('fields of scopes that the caller lacks are left out, wherever they are', () => {
  const without = { kind: 'named', at: 1 }
  expect(withhold(call, given(), () => false)).toEqual({
    list: [without, { kind: 'bare', text: 'by' }],
    each: { a: without, b: null },
    maybe: without,
  })
  expect(withhold(call, given(), (scope) => scope === 'read:companies')).toMatchObject({ companies: {} })
  expect(withhold(call, given(), () => true)).toEqual(given())
  expect(answer.safeParse(withhold(call, given(), () => false)).success).toBe(true)
})

test('an answer without marked fields stays the same object', () => {
  const plain = endpoint({ method: 'GET', path: '/y', summary: 'y', access: signedIn, answer: bare })
  const value = { kind: 'bare', text: '' }
  expect(withhold(plain, value, () => false)).toBe(value)
})
