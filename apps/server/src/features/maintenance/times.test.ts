import {
  createMaintenanceEvent,
  createMaintenanceWindow,
  getMaintenanceEvent,
  listMaintenanceWindows,
  updateMaintenanceEvent,
} from '@aviary/contract/maintenance/endpoints'
import {
  instantsOf,
  offsetMinutes,
  readZoned,
  toPacificWire,
  wallTime,
} from '@aviary/contract/maintenance/pacific'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'

// Events around both clock changes, on servers in different time zones. Setting TZ takes effect because tests
// run in forked processes, not in threads.

const ZONES = ['Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC']
const { TZ: originalZone } = process.env

let server: TestApp
let operator: Person
beforeAll(async () => {
  server = await openTestApp()
  operator = await server.signInAs('operator')
})
afterAll(async () => {
  if (originalZone === undefined) delete process.env.TZ
  else process.env.TZ = originalZone
  expect(server.errors).toEqual([])
  await server.close()
})

const localHour = (iso: string): number => new Date(iso).getHours()

describe.each(ZONES)('on a server in %s', (zone) => {
  beforeEach(() => {
    process.env.TZ = zone
  })

  test('runs in that zone', () => {
    const hours: Record<string, number> = {
      'Asia/Kolkata': 17,
      'America/St_Johns': 9,
      'Pacific/Auckland': 0,
      'America/Los_Angeles': 5,
      UTC: 12,
    }
    expect(localHour('2026-07-01T12:00:00Z')).toBe(hours[zone])
  })

  test('reads back every time that it writes', () => {
    const seconds = fc.integer({ min: 0, max: Date.parse('2999-12-31T23:59:59Z') / 1000 })
    fc.assert(
      fc.property(seconds, (second) => {
        const instant = second * 1000
        expect(readZoned(toPacificWire(instant))).toEqual({ instant })
      }),
    )
    expect(wallTime(Date.parse('2026-11-01T09:30:00Z'))).toBe('2026-11-01T01:30:00')
    expect(offsetMinutes(Date.parse('2026-03-08T10:00:00Z'))).toBe(-420)
    expect(instantsOf('2026-03-08T02:30')).toEqual([])
    expect(instantsOf('2026-11-01T01:30')).toHaveLength(2)
  })

  // Each time has the Pacific offset of its day; the offset changes in the night between the two days.
  test.each([
    { clocks: 'forward', start: '2026-03-07T23:00:00-0800', end: '2026-03-08T05:00:00-0700', hours: 5 },
    { clocks: 'back', start: '2026-10-31T23:00:00-0700', end: '2026-11-01T05:00:00-0800', hours: 7 },
    // Within the hour that occurs twice.
    { clocks: 'back', start: '2026-11-01T01:30:00-0700', end: '2026-11-01T01:30:00-0800', hours: 1 },
  ])(
    'an event over the night when clocks go $clocks is read back unchanged',
    async ({ start, end, hours }) => {
      const body = {
        title: 'Over the change',
        start_date: start,
        end_date: end,
        data_centers: ['us2'],
        is_internal: 'N' as const,
        is_test: 'N' as const,
        created_by: operator.email,
      }
      const created = (await operator.call(createMaintenanceEvent, { body })).body.maintenance_event
      const { maintenance_event: event } = (
        await operator.call(getMaintenanceEvent, { params: { id: created.id } })
      ).body
      expect([
        toPacificWire(Date.parse(event.start_date)),
        toPacificWire(Date.parse(event.end_date)),
      ]).toEqual([start, end])
      expect([event.start_epoch * 1000, event.end_epoch * 1000]).toEqual([
        Date.parse(event.start_date),
        Date.parse(event.end_date),
      ])
      expect(event.end_epoch - event.start_epoch).toBe(hours * 3600)

      // Sending back what was read is no change: times do not drift by an hour per edit.
      const again = await operator.call(updateMaintenanceEvent, {
        body: { ...body, id: event.id, start_date: event.start_date, end_date: event.end_date },
      })
      expect(again.problem.detail).toBe('body.title: Must Change A Value')

      const older = { ...body, notification_body: 'Slow' }
      const window = (await operator.call(createMaintenanceWindow, { body: older })).body.maintenance_window
      const { maintenance_windows } = (await operator.call(listMaintenanceWindows)).body
      expect(maintenance_windows.find(({ id }) => id === window.id)).toMatchObject({
        start_date: event.start_date,
        end_date: event.end_date,
      })
    },
  )
})
