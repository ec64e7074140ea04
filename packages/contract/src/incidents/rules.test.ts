import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countsDown, isActive, isInternalTitle, rootCauseMessage, slaColour, slaElapsed } from './rules.ts'

describe('an incident is active', () => {
  test.each([
    ['ACTIVE', null, true],
    ['INVESTIGATION', null, true],
    ['investigation', null, true],
    ['RESOLVED', null, false],
    ['MONITORING', null, false],
    ['RESOLVED', 20, true],
    ['ACTIVE', 5, false],
  ])('%s with the end %s at 10: %s', (status, end, expected) => {
    expect(isActive({ status, start: 0, end }, 10)).toBe(expected)
  })

  test('from its start up to and including its end', () => {
    const planned = { status: 'RESOLVED', start: 10, end: 20 }
    expect([9, 10, 20, 21].map((now) => isActive(planned, now))).toEqual([false, true, true, false])
  })
})

describe('the SLA bar', () => {
  test('is green up to 50 %, amber above it, red from 100 %', () => {
    expect([0, 0.5, 0.5001, 0.9999, 1].map(slaColour)).toEqual(['green', 'green', 'amber', 'amber', 'red'])
  })

  test('elapses from 0 to 1 and never backwards', () => {
    const moment = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(fc.tuple(moment, moment, moment, fc.nat()), ([start, end, now, later]) => {
        const elapsed = slaElapsed(start, end, now)
        expect(elapsed).toBeGreaterThanOrEqual(0)
        expect(elapsed).toBeLessThanOrEqual(1)
        expect(slaElapsed(start, end, now + later)).toBeGreaterThanOrEqual(elapsed)
      }),
    )
    expect(slaElapsed(0, 0, -5)).toBe(1)
  })

  test('counts down while the status is ACTIVE, INVESTIGATION or missing', () => {
    expect(['ACTIVE', 'INVESTIGATION', '', null, undefined].map(countsDown)).toEqual(Array(5).fill(true))
    expect(['RESOLVED', 'CLOSED'].map(countsDown)).toEqual([false, false])
  })
})

test('a title with internal in it, however it is spelled, is highlighted', () => {
  expect(['Internal note', 'An INTERNAL one', 'Interim'].map(isInternalTitle)).toEqual([true, true, false])
})

describe('the root cause', () => {
  const message = (title: string, created_epoch: number) => ({ title, created_epoch })

  test('is the latest Root Cause Analysis', () => {
    const latest = message('Root Cause Analysis', 2)
    expect(
      rootCauseMessage([
        message('Root Cause Analysis', 1),
        latest,
        message('Intermediate Root Cause Analysis', 3),
      ]),
    ).toBe(latest)
  })

  test('is else the latest Intermediate Root Cause Analysis, else none', () => {
    const latest = message('Intermediate Root Cause Analysis', 3)
    expect(
      rootCauseMessage([latest, message('Intermediate Root Cause Analysis', 1), message('Note', 9)]),
    ).toBe(latest)
    expect(rootCauseMessage([message('root cause analysis', 1)])).toBeUndefined()
  })
})
