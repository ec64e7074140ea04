import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import {
  instantIn,
  NO_TIME,
  type PacificTime,
  pacificTimeAt,
  readPacific,
} from '../shared/time/pacific-time.ts'
import { PacificTimeField } from './PacificTimeField.tsx'

// Results must not depend on the browser's zone. The zones are ahead of Pacific time, equal to it and behind it; the
// last one has daylight saving of half an hour.
const ZONES = ['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Honolulu', 'Australia/Lord_Howe']
afterEach(() => {
  vi.unstubAllEnvs()
})

let lastValue: PacificTime = NO_TIME
beforeEach(() => {
  lastValue = NO_TIME
})

function Form({ start, min }: { start: PacificTime; min: number | undefined }) {
  const [value, setValue] = useState(start)
  lastValue = value
  return (
    <PacificTimeField label="Start" description="Help" value={value} onChange={setValue} min={min} required />
  )
}

async function open(start: PacificTime = NO_TIME, min?: number) {
  await renderPage(<Form start={start} min={min} />, {})
  return screen.findByLabelText<HTMLInputElement>(/^Start \(Pacific time\)/)
}
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })
const iso = () => {
  const instant = instantIn(lastValue)
  return instant === undefined ? undefined : new Date(instant).toISOString()
}
const described = (input: HTMLInputElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test.each(ZONES)('reads a time as Pacific time and shows it in UTC, in %s', async (zone) => {
  vi.stubEnv('TZ', zone)
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  const input = await open()
  type(input, '2026-07-01T10:00')
  expect(iso()).toBe('2026-07-01T17:00:00.000Z')
  expect(described(input)).toBe('HelpPDT (-0700), = Jul 1, 2026, 17:00 UTC')
  type(input, '2026-11-21T16:30')
  expect(iso()).toBe('2026-11-22T00:30:00.000Z')
  expect(described(input)).toBe('HelpPST (-0800), = Nov 22, 2026, 00:30 UTC')
})

test.each(ZONES)('reports a time that does not exist, in %s', async (zone) => {
  vi.stubEnv('TZ', zone)
  const input = await open()
  type(input, '2026-03-08T01:59')
  expect(iso()).toBe('2026-03-08T09:59:00.000Z')
  type(input, '2026-03-08T02:30')
  expect(iso()).toBeUndefined()
  expect(described(input)).toContain('This time does not exist in Pacific time: clocks go forward')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.value).toBe('2026-03-08T02:30')
  type(input, '2026-03-08T03:00')
  expect(iso()).toBe('2026-03-08T10:00:00.000Z')
  expect(described(input)).toBe('HelpPDT (-0700), = Mar 8, 2026, 10:00 UTC')
})

test.each(ZONES)('asks which one is meant for a time that exists twice, in %s', async (zone) => {
  vi.stubEnv('TZ', zone)
  const input = await open()
  type(input, '2026-11-01T00:59')
  expect(screen.queryByRole('radio')).toBeNull()
  type(input, '2026-11-01T01:30')
  expect(iso()).toBeUndefined()
  expect(described(input)).toContain('Choose which of the two is meant')
  await userEvent.click(screen.getByRole('radio', { name: 'first (PDT)' }))
  expect(iso()).toBe('2026-11-01T08:30:00.000Z')
  expect(described(input)).toBe('HelpPDT (-0700), = Nov 1, 2026, 08:30 UTC')
  await userEvent.click(screen.getByRole('radio', { name: 'second (PST)' }))
  expect(iso()).toBe('2026-11-01T09:30:00.000Z')
  type(input, '2026-11-01T02:00')
  expect(iso()).toBe('2026-11-01T10:00:00.000Z')
  expect(screen.queryByRole('radio')).toBeNull()
  type(input, '2026-11-01T01:45')
  expect(iso()).toBeUndefined()
})

test.each(ZONES)('reads back every time around both clock changes unchanged, in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  const hours = (from: string) =>
    Array.from({ length: 48 }, (_, index) => Date.parse(from) + index * 1_800_000)
  for (const instant of [...hours('2026-03-08T00:00:00Z'), ...hours('2026-10-31T22:00:00Z')])
    expect(instantIn(pacificTimeAt(instant))).toBe(instant)
  expect(pacificTimeAt(Date.parse('2026-07-01T17:00:07Z'))).toEqual({
    wall: '2026-07-01T10:00:07',
    offset: null,
  })
  expect(pacificTimeAt(Date.parse('2026-11-01T09:30:00Z'))).toEqual({
    wall: '2026-11-01T01:30',
    offset: -480,
  })
})

test('shows the stored choice between two equal times when the form opens again', async () => {
  const input = await open(pacificTimeAt(Date.parse('2026-11-01T09:30:00Z')))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'second (PST)' }).checked).toBe(true)
  expect(described(input)).toBe('HelpPST (-0800), = Nov 1, 2026, 09:30 UTC')
})

test('starts the picker at the minimum in Pacific time', async () => {
  const input = await open(NO_TIME, Date.parse('2026-11-21T18:00:00Z'))
  expect(input.min).toBe('2026-11-21T10:00')
})

test('reports a required empty field, and an unfinished year', async () => {
  const input = await open()
  expect(described(input)).toBe('Help')
  fireEvent.blur(input)
  expect(described(input)).toContain('Start is required')
  expect(readPacific({ wall: '0202-07-01T10:00', offset: null })).toEqual({
    instant: undefined,
    fault: 'range',
    instants: [],
  })
  type(input, '0202-07-01T10:00')
  expect(described(input)).toContain('Use a year from 1970 to 2999')
})
