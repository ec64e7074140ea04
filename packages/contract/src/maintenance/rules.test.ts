import { expect, test } from 'vitest'
import { defaultEnd, eventReference, isCurrentOrUpcoming, joinJiraIds, splitJiraIds } from './rules.ts'

test.each([
  ['A-1,B-2', ['A-1', 'B-2']],
  [' A-1 , ,B-2,, ', ['A-1', 'B-2']],
  ['A-1,A-1', ['A-1']],
  [' , ', []],
  ['', []],
  [null, []],
  [undefined, []],
])('the Jira ids %j are %j', (text, ids) => expect(splitJiraIds(text)).toEqual(ids))

test('what was split and joined is the same when it is split again', () => {
  const ids = splitJiraIds('A-1,B-2 ,C-3')
  expect(splitJiraIds(joinJiraIds(ids))).toEqual(ids)
})

test('an event is current or upcoming while its end is later than now', () => {
  const end = Date.parse('2026-07-01T17:00:00Z')
  const event = { end_epoch: end / 1000 }
  expect([end - 1, end, end + 1].map((now) => isCurrentOrUpcoming(event, now))).toEqual([true, false, false])
})

test('an event ends three hours after its start by default', () => {
  const start = Date.parse('2026-07-01T17:00:00Z')
  expect(new Date(defaultEnd(start)).toISOString()).toBe('2026-07-01T20:00:00.000Z')
})

test('people call an event by its number', () => expect(eventReference(12)).toBe('MNT-12'))
