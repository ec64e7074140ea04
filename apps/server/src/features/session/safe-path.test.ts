import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safePath } from './sign-in.ts'

const SITE = 'https://aviary.example'

/** Where a browser goes that is told to go to `path`. */
const originOf = (path: string) => new URL(path, `${SITE}/api/sign_in/callback`).origin

describe('the path to come back to after signing in', () => {
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
  ])('answers / instead of %j', (next) => {
    expect(safePath(next)).toBe('/')
  })

  test('a line break goes into no header', () => {
    expect(safePath('/history\r\nset-cookie: a=b')).not.toMatch(/[\r\n]/)
  })

  test('leaves the site for nothing that anybody makes up', () => {
    const bit = fc.constantFrom(
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
    const made = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(bit, { maxLength: 12 }).map((bits) => bits.join('')),
      fc.array(bit, { maxLength: 12 }).map((bits) => `/${bits.join('')}`),
    )
    fc.assert(
      fc.property(made, (next) => {
        const path = safePath(next)
        expect(path.startsWith('/')).toBe(true)
        expect(originOf(path)).toBe(SITE)
        expect(path).not.toMatch(/[\r\n\t]/)
        expect(safePath(path)).toBe(path)
      }),
      { numRuns: 2_000 },
    )
  })
})
