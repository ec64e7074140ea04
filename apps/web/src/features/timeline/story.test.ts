import type { Precedent } from '@aviary/contract/correlation/endpoints'
import type { ManagedMessage } from '@aviary/contract/messages/schemas'
import type { TimelineEntry } from '@aviary/contract/timeline/endpoints'
import { expect, test } from 'vitest'
import { buildStory, filterStory, isInternalEntry } from './story.ts'

const at = (time: string) => `2026-08-20T${time}:00.000Z`

const message = (id: number, time: string, title = 'Update'): ManagedMessage => ({
  ...{ id, message_id: id, jira_id: 'OPI-7', title, message_type: title, priorityType: 'P1' },
  ...{ created_date: at(time), created_epoch: Date.parse(at(time)) / 1000, created_by: 'ines' },
  ...{
    updated_date: null,
    updated_by: null,
    next_update_due: null,
    version: 1,
    body: { en: 'We look' },
    message: 'We look',
  },
})

const broadcast = (
  time: string,
  messageId: number | null,
): Extract<TimelineEntry, { kind: 'broadcast' }> => ({
  ...{
    kind: 'broadcast',
    at: at(time),
    broadcast_id: 1,
    message_id: messageId,
    is_correction: false,
    subject: 'Update',
  },
  ...{ audience: 'EXTERNAL', by: 'ines' },
  progress: { queued: 0, sent: 2, deferred: 0, failed: 0, stopped: 0, bounced: 0 },
  channels: { queued: 0, sent: 0, deferred: 0, failed: 0, stopped: 0 },
})

const status = (time: string, place: string, word: 'OUTAGE' | 'NORMAL'): TimelineEntry => {
  const [service = '', data_center = ''] = place.split(' ')
  return { kind: 'status', at: at(time), service, data_center, status: word }
}

const build = (entries: TimelineEntry[], messages: ManagedMessage[] = []) =>
  buildStory({ entries, messages, changes: [], nextUpdateDue: null })

test('a broadcast stands with its message, and on its own once the message is deleted', () => {
  const story = build([broadcast('10:05', 1), broadcast('10:20', null)], [message(1, '10:05')])
  expect(story.map(({ kind }) => kind)).toEqual(['message', 'broadcast'])
  expect(story[0]).toMatchObject({ broadcasts: [{ at: at('10:05') }] })
})

test('the start and a message soon after it are one entry; a later message leaves the start its own', () => {
  const start: TimelineEntry = { kind: 'start', at: at('10:00') }
  expect(build([start], [message(2, '10:08'), message(1, '10:03')])).toMatchObject([
    { kind: 'message', isStart: true, message: { id: 1 } },
    { kind: 'message', isStart: false, message: { id: 2 } },
  ])
  expect(build([start], [message(1, '10:11')]).map(({ kind }) => kind)).toEqual(['start', 'message'])
})

test('data centers in which a service changes alike within a minute are one entry', () => {
  const story = build([
    status('10:00', 'Travel eu', 'OUTAGE'),
    status('10:01', 'Travel us', 'OUTAGE'),
    status('10:01', 'Billing us', 'OUTAGE'),
    status('10:03', 'Travel cn', 'OUTAGE'),
    status('10:30', 'Travel eu', 'NORMAL'),
  ])
  expect(story).toMatchObject([
    { service: 'Travel', dataCenters: ['eu', 'us'], before: undefined, status: 'OUTAGE' },
    { service: 'Billing', dataCenters: ['us'] },
    { service: 'Travel', dataCenters: ['cn'] },
    { service: 'Travel', dataCenters: ['eu'], before: 'OUTAGE', status: 'NORMAL' },
  ])
})

test('filters keep what they name, and internal messages are known', () => {
  const story = build(
    [broadcast('10:05', 1), status('10:01', 'Travel eu', 'OUTAGE')],
    [message(1, '10:05'), message(2, '10:06', 'Internal Update')],
  )
  expect(filterStory(story, 'broadcasts')).toMatchObject([{ message: { id: 1 } }])
  expect(filterStory(story, 'messages')).toHaveLength(2)
  expect(filterStory(story, 'status')).toHaveLength(1)
  expect(story.map(isInternalEntry)).toEqual([false, false, true])
})

test('the whole story has the five changes that are most alike, and the filter has all', () => {
  const change = (id: number): Precedent => ({
    ...{ kind: 'change', seconds_before: 60, is_under_way: false },
    change: { id, effective_at: at('09:59') } as Extract<Precedent, { kind: 'change' }>['change'],
    shared: { cis: [], services: ['Travel'], data_centers: [] },
  })
  const story = buildStory({
    ...{ entries: [], messages: [], nextUpdateDue: null },
    changes: [1, 2, 3, 4, 5, 6].map(change),
  })
  expect(filterStory(story, 'all')).toHaveLength(5)
  expect(filterStory(story, 'changes')).toHaveLength(6)
})

test('an incident that ended before the end of its SLA has no end of the SLA ahead of it', () => {
  const start: TimelineEntry = { kind: 'start', at: at('10:00') }
  const end: TimelineEntry = { kind: 'end', at: at('11:00') }
  const kindsWith = (slaEnd: string) =>
    build([start, end, { kind: 'sla_end', at: at(slaEnd) }]).map(({ kind }) => kind)
  expect(kindsWith('14:00')).toEqual(['start', 'end'])
  expect(kindsWith('10:30')).toEqual(['start', 'sla_end', 'end'])
})
