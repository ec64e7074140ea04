import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toYesNo } from './rules.ts'
import { instant, paging, yesNo } from './wire.ts'

describe('an instant', () => {
  test.each(['2026-08-20T14:43:00.000Z', '2026-08-20T14:43:00-07:00', '1970-01-01T00:00:00Z'])(
    'is %s',
    (text) => {
      expect(instant.safeParse(text).success).toBe(true)
    },
  )

  test.each([
    '2026-08-20T14:43:00',
    '2026-08-20',
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-14:00',
    'yesterday',
    '',
  ])('is not %j', (text) => {
    expect(instant.safeParse(text).success).toBe(false)
  })

  test.each([
    ['tomorrow', 'use a time such as 2026-08-20T14:43:00Z'],
    ['1066-10-14T09:00:00Z', 'use a time from 1970 to 2999'],
    ['2026-08-20T14:43:00+23:00', 'use an offset of less than 16 hours'],
  ])('%j, which is none, has one fault', (text, message) => {
    expect(instant.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  test('is whatever JavaScript writes, in those years', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2999-12-31T23:59:59Z'), noInvalidDate: true }),
        (date) => {
          expect(instant.parse(date.toISOString())).toBe(date.toISOString())
        },
      ),
    )
  })
})

describe('paging', () => {
  const page = z.object(paging(500, 50))

  test('starts at the top with the usual size', () => {
    expect(page.parse({})).toEqual({ start_at: 0, response_size: 50 })
    expect(page.parse({ start_at: '50', response_size: '500' })).toEqual({ start_at: 50, response_size: 500 })
  })

  test.each([
    { response_size: '501' },
    { response_size: '0' },
    { start_at: '-1' },
    { start_at: '1e400' },
    { start_at: 'x' },
  ])('refuses %j', (query) => {
    expect(page.safeParse(query).success).toBe(false)
  })
})

test('yes and no are spelled Y and N', () => {
  expect([toYesNo(true), toYesNo(false)]).toEqual(['Y', 'N'])
  expect(yesNo.safeParse('y').success).toBe(false)
})

test.each([
  ['2026-08-20T10:00:00Z', true],
  ['2026-08-20T10:00:00.123456789+15:59', true],
  ['2026-08-20T10:00:00+16:00', false],
  ['2026-08-20T10:00:00-19:00', false],
  ['1969-08-20T10:00:00Z', false],
  ['3000-01-01T00:00:00Z', false],
])('%s is a moment that the database can keep: %s', (text, isOne) => {
  expect(instant.safeParse(text).success).toBe(isOne)
})
