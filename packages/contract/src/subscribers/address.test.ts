import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail } from '../email.ts'
import { fromHex, toHex } from './address.ts'

describe('an address and its hexadecimal digits', () => {
  test('each character is a code of two digits', () => {
    expect(toHex('ab@c.de')).toBe('616240632e6465')
    expect(toHex('a\tb')).toBe('610962')
    expect(fromHex('616240632e6465')).toBe('ab@c.de')
    expect(fromHex('616240632E6465')).toBe('ab@c.de')
  })

  test('non-ASCII characters are spelled as their UTF-8 bytes', () => {
    expect(toHex('ü@x.org')).toBe('c3bc40782e6f7267')
    expect(fromHex('c3bc40782e6f7267')).toBe('ü@x.org')
    expect(fromHex(toHex('例え@例え.テスト'))).toBe('例え@例え.テスト')
  })

  test.each([
    ['nothing', ''],
    ['an odd number of digits', '616240632e646'],
    ['other signs than digits', '616240632e64zz'],
    ['signs that Number reads', '0x61'],
    ['a minus', '-1-1'],
    ['white space', '61 6240632e6465'],
    ['no address', toHex('nobody')],
    ['a broken UTF-8 sequence', `c3${toHex('@x.org')}`],
    ['a character written longer than it need be', `c1a1${toHex('@x.org')}`],
    ['half of a pair', `eda080${toHex('@x.org')}`],
    ['a byte order mark', `efbbbf${toHex('ab@c.de')}`],
    ['a control character', toHex('a\u0000b@c.de')],
    ['a line break', toHex('ab@c.de\n')],
    ['a sign that turns the direction of writing', toHex('a\u202eb@c.de')],
    ['two addresses', toHex('ab@c.de,ef@g.hi')],
    ['markup', toHex('<b>@c.de')],
    ['a very long one', toHex(`${'a'.repeat(320)}@c.de`)],
  ])('%s is no address in a path', (_, hex) => {
    expect(fromHex(hex)).toBeUndefined()
  })

  test('every address survives the round trip, and every result is an address', () => {
    fc.assert(fc.property(fc.emailAddress(), (email) => !isEmail(email) || fromHex(toHex(email)) === email))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const decoded = fromHex(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
        return decoded === undefined || isEmail(decoded)
      }),
    )
  })

  test('an invalid address is rejected quickly, whatever its content', () => {
    const started = performance.now()
    for (const text of [
      'a.'.repeat(50_000),
      `a@${'a.'.repeat(50_000)}`,
      `${'a'.repeat(100_000)}@`,
      `a@${'-'.repeat(100_000)}`,
      `a@${'a-'.repeat(50_000)}`,
    ])
      expect(isEmail(text)).toBe(false)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

test.each([
  'ana@example.com',
  "o'neil+ops@sub.example.co.uk",
  'ANA@EXAMPLE.COM',
  'a@xn--bcher-kva.xn--p1ai',
  'jürgen@bücher.de',
  'a@b.c-d.x1.org',
])('%s is an address', (email) => expect(isEmail(email)).toBe(true))

test.each([
  '',
  ' ',
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@@example.com',
  'a na@example.com',
  '.ana@example.com',
  'ana..b@example.com',
  'ana@-example.com',
  'ana@example.c',
  'ana@exa_mple.com',
])('%j is none', (text) => expect(isEmail(text)).toBe(false))

test.each(['test@iana-.com', 'test@-iana.com', 'a@b-.c.org', 'a@b.xn--p1ai-'])('%s is none', (email) =>
  expect(isEmail(email)).toBe(false),
)
