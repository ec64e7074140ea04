import { expect, test } from 'vitest'
import { mergedValues } from '../../shared/saving/keep-mine.ts'
import { NO_TIME, type PacificTime, pacificTimeAt } from '../../shared/time/pacific-time.ts'
import { EMPTY, type EventValues, findFault, getChangedFields, newEvent, withStart } from './event-values.ts'

const toTime = (iso: string): PacificTime => pacificTimeAt(Date.parse(iso))
const filled: EventValues = {
  ...EMPTY,
  title: ' Upgrade ',
  dataCenters: ['us2'],
  start: toTime('2026-11-21T18:00:00Z'),
  end: toTime('2026-11-21T21:00:00Z'),
}
const afterStart = (values: EventValues, start: PacificTime) => ({ ...values, ...withStart(values, start) })

test('the first start sets the end 3 hours later, also across a clock change', () => {
  expect(afterStart(EMPTY, toTime('2026-07-01T17:00:00Z')).end.wall).toBe('2026-07-01T13:00')
  expect(afterStart(EMPTY, toTime('2026-03-08T09:00:00Z')).end.wall).toBe('2026-03-08T05:00')
  // Three hours after 00:30 the clocks show 02:30, because the hour from 01:00 to 02:00 occurs twice.
  expect(afterStart(EMPTY, toTime('2026-11-01T07:30:00Z')).end).toEqual(toTime('2026-11-01T10:30:00Z'))
  expect(afterStart(EMPTY, { wall: '2026-03-08T02:30', offset: null }).end).toEqual(NO_TIME)
})

test('an untouched end follows the start, and a chosen one stays', () => {
  const first = afterStart(EMPTY, toTime('2026-11-21T18:00:00Z'))
  expect(afterStart(first, toTime('2026-11-21T18:45:00Z')).end).toEqual(toTime('2026-11-21T21:45:00Z'))
  const chosen = { ...first, end: toTime('2026-11-21T20:00:00Z'), isEndOurs: false }
  expect(afterStart(chosen, toTime('2026-11-21T19:00:00Z')).end).toEqual(toTime('2026-11-21T20:00:00Z'))
})

test('a start later than the end also becomes the end', () => {
  const chosen = { ...filled, isEndOurs: false }
  const late = toTime('2026-11-22T02:00:00Z')
  expect(afterStart(chosen, late).end).toEqual(late)
  // Times are compared as instants: the second 01:30 is later than the first.
  const first = { ...chosen, end: toTime('2026-11-01T08:30:00Z'), start: toTime('2026-11-01T08:00:00Z') }
  expect(afterStart(first, toTime('2026-11-01T09:30:00Z')).end).toEqual(toTime('2026-11-01T09:30:00Z'))
})

test('missing fields are named one at a time', () => {
  expect(findFault(filled, 'event')).toBeUndefined()
  expect(findFault({ ...filled, title: '  ' }, 'event')).toBe('title')
  expect(findFault({ ...filled, start: NO_TIME }, 'event')).toBe('start')
  expect(findFault({ ...filled, start: { wall: '2026-03-08T02:30', offset: null } }, 'event')).toBe('start')
  expect(findFault({ ...filled, end: { wall: '2026-11-01T01:30', offset: null } }, 'event')).toBe('end')
  expect(findFault({ ...filled, end: toTime('2026-11-21T17:59:00Z') }, 'event')).toBe('order')
  expect(findFault({ ...filled, end: filled.start }, 'event')).toBeUndefined()
  expect(findFault({ ...filled, dataCenters: [] }, 'event')).toBe('dataCenters')
  expect(findFault(filled, 'window')).toBe('body')
})

test.each([
  ['2026-07-01T17:00:00Z', '2026-07-01T10:00:00-0700'],
  ['2026-11-01T08:30:00Z', '2026-11-01T01:30:00-0700'],
  ['2026-11-01T09:30:00Z', '2026-11-01T01:30:00-0800'],
  ['2026-11-21T18:00:07Z', '2026-11-21T10:00:07-0800'],
])('%s is sent as %s', (instant, wire) => {
  expect(newEvent({ ...filled, start: toTime(instant) }, 'a@b.example').start_date).toBe(wire)
})

test('Jira ids are split and trimmed, and empty ones dropped', () => {
  const sent = newEvent({ ...filled, jiraIds: ' OPS-1 ,, OPS-2,OPS-1, ' }, 'a@b.example')
  expect(sent).toMatchObject({ jira_id: 'OPS-1, OPS-2', title: 'Upgrade', flag: null })
})

test('an equivalent spelling is no change, and keeping mine takes over the fields I left untouched', () => {
  const equivalent = { ...filled, title: 'Upgrade', jiraIds: ' , ' }
  expect(getChangedFields(filled, equivalent)).toEqual([])
  const mine = { ...filled, title: 'Mine' }
  const theirs = { ...filled, flag: 'special', title: 'Theirs' }
  expect(mergedValues(theirs, mine, getChangedFields(filled, mine))).toEqual({
    ...filled,
    flag: 'special',
    title: 'Mine',
  })
})
