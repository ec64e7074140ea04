import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safePath } from './sign-in.ts'

const SITE = 'https://aviary.example'

/** The origin that a browser reaches when it is redirected to `path`. */
const getOrigin = (path: string) => new URL(path, `${SITE}/api/sign_in/callback`).origin

describe('the return path after signing in', () => {
  test.each(['/history', '/details/OPI-1?tab=team#top', '/', '/a//b', '/?next=https://evil.example'])(
    'keeps %j',
    (next) => {
      expect(safePath(next)).toBe(next)
    },
  )

  test.each([
    `/${'x'.repeat(8_000)}`,
    undefined,
    '',
    'history',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/..//\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/login',
    '/api/sign_in',
  ])('returns / instead of %j', (next) => {
    expect(safePath(next)).toBe('/')
  })

  test('keeps line breaks out of the header', () => {
    expect(safePath('/history\r\nset-cookie: a=b')).not.toMatch(/[\r\n]/)
  })

  test('never leaves the site, whatever the input', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      '\r',
      ' ',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'https:',
      '\u2044',
      '\uff0f',
    )
    const input = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(part, { maxLength: 12 }).map((bits) => bits.join('')),
      fc.array(part, { maxLength: 12 }).map((bits) => `/${bits.join('')}`),
    )
    fc.assert(
      fc.property(input, (next) => {
        const path = safePath(next)
        expect(path.startsWith('/')).toBe(true)
        expect(getOrigin(path)).toBe(SITE)
        expect(path).not.toMatch(/[\r\n\t]/)
        expect(safePath(path)).toBe(path)
      }),
      { numRuns: 2_000 },
    )
  })
})
