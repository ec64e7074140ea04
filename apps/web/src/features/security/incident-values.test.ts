import { describe, expect, test } from 'vitest'
import { NO_TIME } from '../../shared/time/pacific-time.ts'
import {
  changedIncident,
  emptyAt,
  faultOf,
  type IncidentValues,
  newIncident,
  textsOf,
  valuesOf,
  withStart,
} from './incident-values.ts'

const at = (wall: string) => ({ wall, offset: null })
const whole: IncidentValues = {
  title: ' Leaked key ',
  status: 'Open',
  description: 'In a public place',
  start: at('2026-08-20T07:43'),
  end: NO_TIME,
}

describe('what prevents saving an incident', () => {
  test.each([
    [{}, undefined],
    [{ title: ' ' }, 'title'],
    [{ status: '' }, 'status'],
    [{ description: '' }, 'description'],
    [{ start: NO_TIME }, 'start'],
    // This time is skipped when clocks go forward.
    [{ start: at('2026-03-08T02:30') }, 'start'],
    // This time occurs twice, and neither was chosen.
    [{ end: at('2026-11-01T01:30') }, 'end'],
    [{ end: at('2026-08-20T07:42') }, 'order'],
    [{ end: at('2026-08-20T07:43') }, undefined],
  ])('%j: %s', (changes, fault) => {
    expect(faultOf({ ...whole, ...changes }, true)).toBe(fault)
  })

  test('an edit needs no status, and sends none', () => {
    const values = { ...whole, status: ' ' }
    expect(faultOf(values, false)).toBeUndefined()
    expect(changedIncident(values)).not.toHaveProperty('status')
    expect(changedIncident(whole)).toHaveProperty('status', 'Open')
  })
})

test('a start after the end moves the end along; a later or open end stays', () => {
  const values = { ...whole, end: at('2026-08-20T09:00') }
  const later = at('2026-08-20T10:00')
  expect(withStart(values, later)).toEqual({ start: later, end: later })
  expect(withStart(values, at('2026-08-20T09:00'))).toEqual({ start: at('2026-08-20T09:00') })
  expect(withStart(whole, later)).toEqual({ start: later })
})

test('each time is sent as typed and in UTC', () => {
  expect(newIncident({ ...whole, end: at('2026-12-01T00:00') })).toEqual({
    title: 'Leaked key',
    status: 'Open',
    description: 'In a public place',
    start_date: '2026-08-20T07:43:00-0700',
    start_date_utc: '2026-08-20T14:43:00Z',
    end_date: '2026-12-01T00:00:00-0800',
    end_date_utc: '2026-12-01T08:00:00Z',
  })
  expect(newIncident(whole)).toMatchObject({ end_date: null, end_date_utc: null })
})

test('parsed values write the same times, also in the repeated hour', () => {
  const incident = {
    sec_id: 1,
    title: 'Leaked key',
    description: 'In a public place',
    status: 'Open',
    start_date: '2026-11-01T09:30:00.000Z',
    end_date: null,
    version: 1,
  }
  const values = valuesOf(incident)
  expect(newIncident(values)).toMatchObject({ start_date_utc: '2026-11-01T09:30:00Z', end_date_utc: null })
  expect(textsOf(values)).toMatchObject({ start: '2026-11-01 01:30:00-0800', end: '' })
  expect(textsOf({ ...whole, start: at('2026-03-08T02:30') }).start).toBe('2026-03-08T02:30')
})

test.each([
  ['2026-08-20T14:43:59.999Z', '2026-08-20 07:43:00-0700'],
  // This local time occurs twice, but the form knows which of the two moments it means.
  ['2026-11-01T08:30:10.000Z', '2026-11-01 01:30:00-0700'],
  ['2026-11-01T09:30:10.000Z', '2026-11-01 01:30:00-0800'],
])('a new incident of %s starts at %s and is open', (now, start) => {
  const values = emptyAt(Date.parse(now))
  expect(textsOf(values)).toEqual({ title: '', status: '', description: '', start, end: '' })
  expect(faultOf({ ...values, title: 'x', status: 'x', description: 'x' }, true)).toBeUndefined()
})
