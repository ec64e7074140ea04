import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { zonedTime } from '../wire.ts'
import { instantsOf, offsetMinutes, readZoned, toPacificWire, wallTime } from './pacific.ts'

const at = (iso: string): number => Date.parse(iso)
const isoOf = (instants: number[]): string[] => instants.map((instant) => new Date(instant).toISOString())

// 2026: daylight saving time begins on 8 March at 10:00 UTC and ends on 1 November at 09:00 UTC.
describe('clocks in Pacific time', () => {
  test.each([
    ['2026-01-15T20:00:00Z', '2026-01-15T12:00:00', -480],
    ['2026-03-08T09:59:59Z', '2026-03-08T01:59:59', -480],
    ['2026-03-08T10:00:00Z', '2026-03-08T03:00:00', -420],
    ['2026-07-01T17:00:00Z', '2026-07-01T10:00:00', -420],
    ['2026-11-01T08:30:00Z', '2026-11-01T01:30:00', -420],
    ['2026-11-01T09:00:00Z', '2026-11-01T01:00:00', -480],
    ['2026-11-01T09:30:00Z', '2026-11-01T01:30:00', -480],
    ['2026-11-02T08:00:00Z', '2026-11-02T00:00:00', -480],
  ])('at %s show %s, %d minutes from UTC', (iso, wall, offset) => {
    expect([wallTime(at(iso)), offsetMinutes(at(iso))]).toEqual([wall, offset])
  })

  test('are written with the offset of the moment, -0700 in daylight time and -0800 otherwise', () => {
    expect(toPacificWire(at('2026-07-01T17:00:00Z'))).toBe('2026-07-01T10:00:00-0700')
    expect(toPacificWire(at('2026-12-01T18:00:00Z'))).toBe('2026-12-01T10:00:00-0800')
    expect(toPacificWire(at('2026-11-01T08:59:59Z'))).toBe('2026-11-01T01:59:59-0700')
    expect(toPacificWire(at('2026-11-01T09:00:00Z'))).toBe('2026-11-01T01:00:00-0800')
  })

  test.each([
    ['2026-07-01T10:00', ['2026-07-01T17:00:00.000Z']],
    ['2026-03-08T01:59', ['2026-03-08T09:59:00.000Z']],
    ['2026-03-08T02:00', []],
    ['2026-03-08T02:59:59', []],
    ['2026-03-08T03:00', ['2026-03-08T10:00:00.000Z']],
    ['2026-11-01T00:59', ['2026-11-01T07:59:00.000Z']],
    ['2026-11-01T01:00', ['2026-11-01T08:00:00.000Z', '2026-11-01T09:00:00.000Z']],
    ['2026-11-01T01:59:59', ['2026-11-01T08:59:59.000Z', '2026-11-01T09:59:59.000Z']],
    ['2026-11-01T02:00', ['2026-11-01T10:00:00.000Z']],
    ['2026-02-30T10:00', []],
    ['2026-13-01T10:00', []],
    ['2026-07-01T24:00', []],
    ['soon', []],
  ])('show %s at %j', (wall, instants) => expect(isoOf(instantsOf(wall))).toEqual(instants))

  test('other zones change on other days', () => {
    expect(isoOf(instantsOf('2026-03-29T02:30', 'Europe/Paris'))).toEqual([])
    expect(offsetMinutes(at('2026-03-20T12:00:00Z'), 'Europe/Paris')).toBe(60)
    expect(offsetMinutes(at('2026-03-20T12:00:00Z'), 'US/Central')).toBe(-300)
    expect(offsetMinutes(at('2026-07-01T12:00:00Z'), 'Asia/Kolkata')).toBe(330)
  })
})

describe('a time with its offset', () => {
  test.each([
    ['2026-07-01T10:00:00-0700', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T10:00:00-07:00', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T10:00-0700', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01 10:00:00-0700', '2026-07-01T17:00:00.000Z'],
    ['2026-12-01T10:00:00-0800', '2026-12-01T18:00:00.000Z'],
    // In the hour that occurs twice in autumn, the offset tells the two times apart.
    ['2026-11-01T01:30:00-0700', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01T01:30:00-0800', '2026-11-01T09:30:00.000Z'],
    ['2026-03-08T01:59:59-0800', '2026-03-08T09:59:59.000Z'],
    ['2026-03-08T03:00:00-0700', '2026-03-08T10:00:00.000Z'],
    ['2026-07-01T17:00:00Z', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T17:00:00.987Z', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T19:00:00+02:00', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T22:30:00+0530', '2026-07-01T17:00:00.000Z'],
    ['2028-02-29T10:00:00-0800', '2028-02-29T18:00:00.000Z'],
  ])('%s means %s', (text, iso) => expect(readZoned(text)).toEqual({ instant: at(iso) }))

  const SKIPPED = '2026-03-08 02:30 does not exist in Pacific time: clocks go forward over it'
  test.each([
    ['2026-03-08T02:30:00-0800', SKIPPED],
    ['2026-03-08T02:30:00-0700', SKIPPED],
    ['2026-07-01T10:00:00-0800', '2026-07-01 10:00 is -0700 in Pacific time, not -0800'],
    ['2026-12-01T10:00:00-07:00', '2026-12-01 10:00 is -0800 in Pacific time, not -07:00'],
    ['2026-11-01T02:00:00-0700', '2026-11-01 02:00 is -0800 in Pacific time, not -0700'],
    ['2026-02-30T10:00:00-0800', 'there is no 2026-02-30 10:00:00'],
    ['2027-02-29T10:00:00-0800', 'there is no 2027-02-29 10:00:00'],
    ['2026-02-30T10:00:00Z', 'there is no 2026-02-30 10:00:00'],
    ['2026-07-01T24:00:00-0700', 'there is no 2026-07-01 24:00:00'],
    ['2026-07-01T10:60:00-0700', 'there is no 2026-07-01 10:60:00'],
    ['2026-00-10T10:00:00Z', 'there is no 2026-00-10 10:00:00'],
  ])('%s is refused: %s', (text, fault) => expect(readZoned(text)).toEqual({ fault }))

  test.each([
    '2026-07-01T10:00:00',
    '2026-07-01',
    '07/01/2026 10:00 AM',
    '2026-07-01T10:00:00 PDT',
    '2026-07-01T10:00:00+99:00',
    '2026-07-01T10:00:00+0260',
    '',
  ])('%j is no time', (text) =>
    expect(readZoned(text)).toEqual({
      fault: 'use a time with its offset, as 2026-07-01T10:00:00-0700',
    }),
  )

  test('is taken from 1970 to 2999', () => {
    expect(zonedTime.parse('1970-01-01T00:00:00Z')).toBe(0)
    expect(zonedTime.parse(' 2999-12-31T23:59:59Z ')).toBe(at('2999-12-31T23:59:59Z'))
    for (const text of ['1969-12-31T23:59:59Z', '3000-01-01T00:00:00Z'])
      expect(zonedTime.safeParse(text).error?.issues[0]?.message).toBe('use a time from 1970 to 2999')
  })

  test('that Aviary wrote is read as the same instant', () => {
    const seconds = fc.integer({ min: 0, max: at('2999-12-31T23:59:59Z') / 1000 })
    const instants = seconds.map((second) => second * 1000)
    fc.assert(
      fc.property(instants, (instant) => {
        const wire = toPacificWire(instant)
        expect(readZoned(wire)).toEqual({ instant })
        expect(zonedTime.parse(wire)).toBe(instant)
        expect(instantsOf(wallTime(instant))).toContain(instant)
      }),
      { numRuns: 2_000 },
    )
  })

  test('so is every minute around both changes of every year', () => {
    expect(isoOf(changesOf(2026))).toEqual(['2026-03-08T10:00:00.000Z', '2026-11-01T09:00:00.000Z'])
    for (let year = 1970; year < 2050; year += 1) {
      const changes = changesOf(year)
      expect(changes.length, `${year}`).toBeGreaterThan(0)
      for (const change of changes) {
        for (let minute = -90; minute <= 90; minute += 1) {
          const instant = change + minute * 60_000
          expect(readZoned(toPacificWire(instant))).toEqual({ instant })
        }
      }
    }
  })
})

const HOUR = 60 * 60 * 1000

/** Instants in a year, in whole hours, at which the Pacific offset changes. */
function changesOf(year: number): number[] {
  const offsets: number[] = []
  for (let instant = Date.UTC(year, 0, 1); instant < Date.UTC(year + 1, 0, 1); instant += 24 * HOUR) {
    if (offsetMinutes(instant) === offsetMinutes(instant + 24 * HOUR)) continue
    for (let hour = 1; hour <= 24; hour += 1) {
      const at = instant + hour * HOUR
      if (offsetMinutes(at) !== offsetMinutes(at - HOUR)) offsets.push(at)
    }
  }
  return offsets
}
