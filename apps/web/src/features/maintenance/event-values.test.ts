import { expect, test } from 'vitest'
import { mergedValues } from '../../shared/saving/keep-mine.ts'
import { NO_TIME, type PacificTime, pacificTimeAt } from '../../ui/pacific-time.ts'
import { changesOf, EMPTY, type EventValues, faultOf, newEvent, withStart } from './event-values.ts'

const at = (iso: string): PacificTime => pacificTimeAt(Date.parse(iso))
const filled: EventValues = {
  ...EMPTY,
  title: ' Upgrade ',
  dataCenters: ['us2'],
  start: at('2026-11-21T18:00:00Z'),
  end: at('2026-11-21T21:00:00Z'),
}
const afterStart = (values: EventValues, start: PacificTime) => ({ ...values, ...withStart(values, start) })

test('the end of a start that is first chosen is 3 hours later, also across a change of the clocks', () => {
  expect(afterStart(EMPTY, at('2026-07-01T17:00:00Z')).end.wall).toBe('2026-07-01T13:00')
  expect(afterStart(EMPTY, at('2026-03-08T09:00:00Z')).end.wall).toBe('2026-03-08T05:00')
  // Three hours after the first 00:30 the clocks have shown 01:30 twice.
  expect(afterStart(EMPTY, at('2026-11-01T07:30:00Z')).end).toEqual(at('2026-11-01T10:30:00Z'))
  expect(afterStart(EMPTY, { wall: '2026-03-08T02:30', offset: null }).end).toEqual(NO_TIME)
})

test('an untouched end goes along with the start; one that was chosen stays', () => {
  const first = afterStart(EMPTY, at('2026-11-21T18:00:00Z'))
  expect(afterStart(first, at('2026-11-21T18:45:00Z')).end).toEqual(at('2026-11-21T21:45:00Z'))
  const chosen = { ...first, end: at('2026-11-21T20:00:00Z'), isEndOurs: false }
  expect(afterStart(chosen, at('2026-11-21T19:00:00Z')).end).toEqual(at('2026-11-21T20:00:00Z'))
})

test('an end that the start moves past becomes the start', () => {
  const chosen = { ...filled, isEndOurs: false }
  const late = at('2026-11-22T02:00:00Z')
  expect(afterStart(chosen, late).end).toEqual(late)
  // Compared as moments: the second 01:30 is after the first, whatever the clocks show.
  const first = { ...chosen, end: at('2026-11-01T08:30:00Z'), start: at('2026-11-01T08:00:00Z') }
  expect(afterStart(first, at('2026-11-01T09:30:00Z')).end).toEqual(at('2026-11-01T09:30:00Z'))
})

test('what is missing is named, one thing after the other', () => {
  expect(faultOf(filled, 'event')).toBeUndefined()
  expect(faultOf({ ...filled, title: '  ' }, 'event')).toBe('title')
  expect(faultOf({ ...filled, start: NO_TIME }, 'event')).toBe('start')
  expect(faultOf({ ...filled, start: { wall: '2026-03-08T02:30', offset: null } }, 'event')).toBe('start')
  expect(faultOf({ ...filled, end: { wall: '2026-11-01T01:30', offset: null } }, 'event')).toBe('end')
  expect(faultOf({ ...filled, end: at('2026-11-21T17:59:00Z') }, 'event')).toBe('order')
  expect(faultOf({ ...filled, end: filled.start }, 'event')).toBeUndefined()
  expect(faultOf({ ...filled, dataCenters: [] }, 'event')).toBe('dataCenters')
  expect(faultOf(filled, 'window')).toBe('body')
})

test.each([
  ['2026-07-01T17:00:00Z', '2026-07-01T10:00:00-0700'],
  ['2026-11-01T08:30:00Z', '2026-11-01T01:30:00-0700'],
  ['2026-11-01T09:30:00Z', '2026-11-01T01:30:00-0800'],
  ['2026-11-21T18:00:07Z', '2026-11-21T10:00:07-0800'],
])('%s is sent as %s', (instant, wire) => {
  expect(newEvent({ ...filled, start: at(instant) }, 'a@b.example').start_date).toBe(wire)
})

test('Jira ids are split, trimmed, and empty ones dropped', () => {
  const sent = newEvent({ ...filled, jiraIds: ' OPS-1 ,, OPS-2,OPS-1, ' }, 'a@b.example')
  expect(sent).toMatchObject({ jira_id: 'OPS-1, OPS-2', title: 'Upgrade', flag: null })
})

test('spelling the same otherwise is no change; keeping mine takes over what I did not touch', () => {
  const same = { ...filled, title: 'Upgrade', jiraIds: ' , ' }
  expect(changesOf(filled, same)).toEqual([])
  const mine = { ...filled, title: 'Mine' }
  const theirs = { ...filled, flag: 'special', title: 'Theirs' }
  expect(mergedValues(theirs, mine, changesOf(filled, mine))).toEqual({
    ...filled,
    flag: 'special',
    title: 'Mine',
  })
})
