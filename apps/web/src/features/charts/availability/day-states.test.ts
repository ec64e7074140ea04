import type { Incident } from '@aviary/contract/incidents/schemas'
import { expect, test } from 'vitest'
import { filterIncidents, toChangesSearch, toDayStates } from './day-states.ts'

const DAY = 86_400
const CELL = { service: 'Expense', data_center: 'us2', known: DAY, availability: 100 }

test('takes the worst state of a day; omitted days are normal, unknown days NA', () => {
  const days = [
    { day: '2026-08-18', known: 0 },
    { day: '2026-08-19', known: 60, outage: 1, performance: 59 },
    { day: '2026-08-20', known: 60, partial_performance: 59 },
    { day: '2026-08-22', known: 3600 },
  ]
  const result = toDayStates(
    { ...CELL, days },
    ['18', '19', '20', '21', '22'].map((day) => `2026-08-${day}`),
  )
  expect(result.map(({ state }) => state)).toEqual([
    'NA',
    'OUTAGE',
    'PARTIAL_PERFORMANCE',
    'NORMAL',
    'NORMAL',
  ])
  expect(result.map(({ spent }) => spent.known)).toEqual([0, 60, 60, DAY, 3600])
})

const incident = (jiraId: string, [startDate, endDate]: [string, string | null], fields = {}) =>
  ({
    ...{ jiraId, startDate, endDate, status: 'RESOLVED' },
    ...{ affectedServices: ['Expense'], affectedDataCenters: ['us2'] },
    ...fields,
  }) as Incident

test('filters incidents by service, data center and overlap with the day', () => {
  const all = [
    incident('OPI-1', ['2026-08-18T10:00:00Z', '2026-08-20T00:00:00Z']),
    incident('OPI-2', ['2026-08-18T10:00:00Z', '2026-08-20T00:00:01Z']),
    incident('OPI-3', ['2026-08-20T23:59:59Z', '2026-08-25T00:00:00Z']),
    incident('OPI-4', ['2026-08-21T00:00:00Z', null], { status: 'ACTIVE' }),
    incident('OPI-5', ['2026-08-19T00:00:00Z', null], { status: 'INVESTIGATION' }),
    incident('OPI-6', ['2026-08-19T00:00:00Z', null]),
    incident('OPI-7', ['2026-08-20T00:00:00Z', null]),
    incident('OPI-8', ['2026-08-20T10:00:00Z', '2026-08-20T11:00:00Z'], { affectedServices: ['Travel'] }),
    incident('OPI-9', ['2026-08-20T10:00:00Z', '2026-08-20T11:00:00Z'], { affectedDataCenters: ['eu'] }),
  ]
  const result = filterIncidents(all, { service: 'Expense', data_center: 'us2', day: '2026-08-20' })
  expect(result.map(({ jiraId }) => jiraId)).toEqual(['OPI-3', 'OPI-7', 'OPI-5', 'OPI-2'])
})

test('builds the query string of the change history', () => {
  expect(toChangesSearch('auto', { service: 'A, B', data_center: 'us2', day: '2026-08-20' })).toEqual({
    change_type: 'auto',
    absolute_selected: true,
    date_range_start: Date.UTC(2026, 7, 20) / 1000,
    date_range_end: Date.UTC(2026, 7, 21) / 1000,
    selected_data_centers: 'us2',
    selected_services: 'A%2C B',
  })
})
