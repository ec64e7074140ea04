import type { Scope } from '@aviary/contract/scopes'
import { getStatus, getStatusSince } from '@aviary/contract/status/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'

// What an internal incident makes of a cell, as tokens read it.

const PLACE = { affected_services: ['Imaging'], data_centers: ['us2'] }

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function read(scopes: Scope[]) {
  const headers = { authorization: `Bearer ${await server.createToken(scopes)}` }
  const { body: matrix } = await callPlain(server.app, getStatus, { headers })
  const { body } = await callPlain(server.app, getStatusSince, { headers })
  const cell = body.cells.find(({ service, data_center }) => service === 'Imaging' && data_center === 'us2')
  return [matrix.Imaging?.us2, cell?.since]
}
const outside = () => read(['read:status'])
const inside = () => read(['read:status', 'read:internal'])

test('an internal incident does not show in the status without the scope for what is internal', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { ...PLACE, is_internal: 'Y' })])
  expect(await inside()).toEqual(['OUTAGE', '2026-08-20T12:00:00.000Z'])
  expect(await outside()).toEqual(['NA', undefined])
  const support = await server.signInAs('support')
  expect((await support.call(getStatus)).body.Imaging?.us2).toBe('OUTAGE')
})

test('what monitoring and other incidents say of the same cell shows, within seconds', async () => {
  const fields = { service: 'Imaging', data_center: 'us2', at: '2026-08-20T12:00:00Z' }
  await ingest(server, 'status', [statusRecord({ ...fields, status: 'PERFORMANCE' })])
  server.setNow(new Date('2026-08-20T12:00:15Z'))
  expect(await outside()).toEqual(['PERFORMANCE', undefined])
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { ...PLACE, severity: 'PARTIAL_OUTAGE' })])
  server.setNow(new Date('2026-08-20T12:00:30Z'))
  expect(await outside()).toEqual(['PARTIAL_OUTAGE', undefined])
  expect(await inside()).toEqual(['OUTAGE', '2026-08-20T12:00:00.000Z'])
  const end = { status: 'RESOLVED', end_date: '2026-08-20T12:00:29Z' }
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { ...PLACE, ...end, is_internal: 'Y' })])
  const same = ['PARTIAL_OUTAGE', '2026-08-20T12:00:30.000Z']
  expect([await outside(), await inside()]).toEqual([same, same])
})
