import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { isAddressOf, maskAddresses } from './addresses.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const addressesOf = (text: string) => maskAddresses(text).addresses

test.each([
  ['ada@acme.example', ['ada@acme.example']],
  ['token:ada@acme.example/ci', ['ada@acme.example']],
  ['Write to ada@acme.example, or bob+x@acme.example.', ['ada@acme.example', 'bob+x@acme.example']],
  ['"a\\nada@acme.example\\\\bob@acme.example"', ['ada@acme.example', 'bob@acme.example']],
  ['"\\u0001ada@acme.example"', ['ada@acme.example']],
  ['<a href="mailto:ada@acme.example">', ['ada@acme.example']],
  ['お問い合わせはada@acme.exampleまで。', ['ada@acme.example']],
  ['zoë@bücher.example', ['zoë@bücher.example']],
  [`${'x'.repeat(100)}@acme.example`, [`${'x'.repeat(64)}@acme.example`]],
  ['nobody@localhost @acme.example a@b@c.d', ['b@c.d']],
  ['', []],
])('addresses of %j', (text, addresses) => {
  expect(addressesOf(text)).toEqual(addresses)
})

test('the database finds the same addresses', async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const parts = [
    ...[
      'a',
      'n',
      'u0001',
      '@',
      '@',
      '.',
      '\\',
      '\\\\',
      '\\n',
      '\\u0001',
      '"',
      ' ',
      'ë',
      '株',
      '-',
      "'",
      '/',
      '𝒶',
    ],
    ...['x'.repeat(60), 'acme.example', 'ada@acme.example', '\n', '+', 'Ω', '~', '.example'],
  ]
  const texts = Array.from({ length: 3_000 }, () =>
    Array.from({ length: 1 + random(12) }, () => parts[random(parts.length)]).join(''),
  )
  const { rows } = await server.db.execute<{ addresses: string[]; rest: string }>(sql`
    select audit_addresses(t) as addresses, audit_rest(t) as rest from unnest(${sql.param(texts)}::text[])
      with ordinality as made (t, place) order by place`)
  const differing = texts.filter(
    (text, place) => JSON.stringify(addressesOf(text)) !== JSON.stringify(rows[place]?.addresses),
  )
  expect(differing).toEqual([])
  expect(texts.filter((text) => addressesOf(text).length > 0).length).toBeGreaterThan(500)
})

test('a hostile text takes no longer than another one', () => {
  const text = `${'a.'.repeat(500_000)}@${'a@'.repeat(500_000)}${'\\'.repeat(1_000_000)}`
  expect(addressesOf(text)).toEqual([])
})

test.each([
  ['ADA@Acme.example', true],
  ["'ada@acme.example", true],
  ['xada@acme.example', false],
  ['ada@acme.example.org', false],
  ['ada@acme-example', false],
  ['x.ada@acme.example', false],
  ["o'ada@acme.example", false],
  ['éada@acme.example', false],
])('%s is the address of ada@acme.example: %s', (address, expected) => {
  expect(isAddressOf('ada@acme.example')(address)).toBe(expected)
})
