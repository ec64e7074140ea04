import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail } from './email.ts'
import { readChanged, readHello, TOPICS } from './push/rules.ts'
import { isMailDomain } from './reference/domain-rules.ts'
import { mailDomain } from './reference/domain-schemas.ts'
import { isRowId, readNames } from './rules.ts'
import { emailAddress, rowIdText, severalNames } from './wire.ts'

// The browser's check of a value and the server's schema must accept the same values.
const LIMITS = { maxLength: 3, maxNames: 2 }
const several = severalNames(LIMITS)

test.each([
  ['an address', isEmail, emailAddress],
  ['a domain', isMailDomain, mailDomain],
  ['an id', (text: string) => isRowId(Number(text)), rowIdText],
  ['a list of names', (text: string) => readNames(text, LIMITS) !== undefined, several],
])('%s is the same to the browser and to the server', (_, check, schema) => {
  const label = fc.stringMatching(/^[a-zé0-9-]{0,4}$/)
  const domain = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'))
  const address = fc.tuple(label, domain).map((parts) => parts.join('@'))
  const number = fc
    .oneof(fc.integer(), fc.constantFrom('0', 2 ** 31 - 1, 2 ** 31, '1e3', '0x1', ' 7 '))
    .map(String)
  const names = fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }).map((list) => list.join(','))
  const long = fc.constantFrom(
    `${'a'.repeat(308)}@heron.test`,
    `${'a'.repeat(311)}@heron.test`,
    `${'a.'.repeat(126)}io`,
  )
  fc.assert(
    fc.property(fc.oneof(domain, address, number, names, long, fc.string()), (text) => {
      expect(check(text)).toBe(schema.safeParse(text).success)
    }),
    { numRuns: 2_000 },
  )
})

test('an event of the stream is read whole or not at all', () => {
  const ages = Object.fromEntries(TOPICS.map((topic) => [topic, 5]))
  expect(readHello({ changed_ms_ago: ages })).toEqual({ changed_ms_ago: ages })
  for (const wrong of [{}, { ...ages, other: 1 }, { ...ages, mails: -1 }, { ...ages, mails: '1' }])
    expect(readHello({ changed_ms_ago: wrong })).toBeUndefined()
  expect(readChanged({ topics: ['mails'], spread_ms: 50 })).toEqual({ topics: ['mails'], spread_ms: 50 })
  for (const wrong of [
    null,
    [],
    {},
    { topics: 'mails' },
    { topics: ['other'] },
    { topics: [], spread_ms: 0 },
  ])
    expect(readChanged(wrong)).toBeUndefined()
})
