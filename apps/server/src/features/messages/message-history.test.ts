import {
  createMessage,
  deleteMessage,
  getMessageHistory,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { messageChanges } from '../../database/tables/incidents.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1'), incidentRecord('OPI-2')])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const INCIDENT = { jira_id: 'OPI-1', priority_type: 'P1' as const }
const create = async () => {
  const draft = { ...INCIDENT, message_type: 'Update', body: '<p>First</p>', broadcast: 'N' as const }
  return (await manager.call(createMessage, { body: draft })).body.message.id
}
const edit = (id: number, changes: object) =>
  manager.call(updateMessage, {
    body: {
      ...{ ...INCIDENT, message_id: id, message_type: 'Update', body: '<p>Second</p>', language: 'en' },
      ...changes,
    },
  })
const read = (id: number, query: object = {}, person = manager) =>
  person.call(getMessageHistory, { query: { jira_id: 'OPI-1', message_id: String(id), ...query } as never })
const countKept = async () => (await server.db.select().from(messageChanges)).length

test('every edit keeps the title, type and texts that it replaced, newest first', async () => {
  const id = await create()
  expect((await read(id)).body).toEqual({ history: [], more_results: false })
  await edit(id, { language: 'ja', body: '<p>調査中</p>' })
  await edit(id, { message_type: 'Service Restored' })
  const { history } = (await read(id)).body
  expect(history).toMatchObject([
    { message_id: id, prev_title: 'Update', prev_body: { en: '<p>First</p>', ja: '<p>調査中</p>' } },
    { message_id: id, prev_message_type: 'Update', prev_body: { en: '<p>First</p>' } },
  ])
  expect(history.map(({ changed_by }) => changed_by)).toEqual([manager.email, manager.email])
  const page = (await read(id, { response_size: 1 })).body
  expect([page.history.length, page.more_results]).toEqual([1, true])
})

test('a refused edit keeps nothing', async () => {
  const id = await create()
  const before = await countKept()
  expect((await edit(id, { body: '<p>First</p>' })).status).toBe(400)
  expect((await edit(id, { version: 7 })).status).toBe(409)
  expect(await countKept()).toBe(before)
})

test('whoever reads the message reads them; not by another incident, nor once it is deleted', async () => {
  const id = await create()
  await edit(id, {})
  const reader = await server.signInAs('subscriber')
  expect((await read(id, {}, reader)).body.history).toHaveLength(1)
  expect((await read(id, { jira_id: 'OPI-2' })).status).toBe(404)
  const before = await countKept()
  await manager.call(deleteMessage, { body: { ...INCIDENT, message_id: id } })
  expect((await read(id)).status).toBe(404)
  expect(await countKept()).toBe(before)
})
