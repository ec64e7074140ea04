import { updateUser } from '@aviary/contract/administration/endpoints'
import { declareIncident, handOverIncident } from '@aviary/contract/declared/endpoints'
import {
  createFollowUp,
  deleteFollowUp,
  listFollowUps,
  updateFollowUp,
} from '@aviary/contract/follow-ups/endpoints'
import type { FollowUp } from '@aviary/contract/follow-ups/schemas'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'

const INES = 'ines.incident@acme.example'
const SAM = 'sam.support@acme.example'
const SUE = 'sue.subscriber@acme.example'

let server: TestApp
let manager: Person
let administrator: Person
let support: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
  support = await server.signInAs('support')
  await server.signInAs('subscriber')
})
beforeEach(async () => {
  server.setNow(new Date('2026-08-20T12:00:00Z'))
  await runOn(server, 'delete from incidents')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1'),
    incidentRecord('OPI-2', { is_internal: 'Y', priority_type: 'P2' }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const FIELDS = { title: 'Alert on the queue', owner: SAM, due_date: '2026-08-27' }
const add = (changed: object = {}, person = manager) =>
  person.call(createFollowUp, { body: { jira_id: 'OPI-1', ...FIELDS, ...changed } })
const addOne = async (changed: object = {}) => (await add(changed)).body.follow_up
const change = (
  { follow_up_id, title, owner, due_date, state, version }: FollowUp,
  changed: object,
  person = manager,
) =>
  person.call(updateFollowUp, { body: { follow_up_id, title, owner, due_date, state, version, ...changed } })
const list = async (query: object = {}, person = support) =>
  (await person.call(listFollowUps, { query })).body.follow_ups.map(({ title }) => title)

test('it is noted, changed, done and reopened; each is in the audit and with the incident', async () => {
  const noted = await addOne({ owner: SAM.toUpperCase() })
  expect(noted).toMatchObject({
    ...{
      jira_id: 'OPI-1',
      priority_type: 'P1',
      is_internal: 'N',
      ...FIELDS,
      state: 'OPEN',
      created_by: INES,
      closed_date: null,
      version: 1,
    },
    created_date: '2026-08-20T12:00:00.000Z',
  })
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  const done = (await change(noted, { state: 'DONE', due_date: null })).body.follow_up
  expect(done).toMatchObject({ state: 'DONE', closed_date: '2026-08-20T13:00:00.000Z', version: 2 })
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Update Follow-up', userEmail: INES },
    context: { follow_up_id: noted.follow_up_id, before: { state: 'OPEN' }, after: { state: 'DONE' } },
  })
  const reopened = (await change(done, { state: 'OPEN' })).body.follow_up
  expect(reopened).toMatchObject({ state: 'OPEN', closed_date: null })
  const { payload } = (await support.call(getIncidentByJiraId, { query: { jira_id: 'OPI-1' } })).body
  expect(payload.follow_ups).toEqual([reopened])
})

test('open ones are listed by due date, closed ones newest first, and those of one incident', async () => {
  await add({ title: 'Some day', due_date: null })
  await add({ title: 'Later', due_date: '2026-09-01' })
  await add({ title: 'Inside', jira_id: 'OPI-2', due_date: '2026-08-30', owner: null })
  const first = await addOne({ title: 'Soon' })
  const second = await addOne({ title: 'Never' })
  await change(first, { state: 'DONE' })
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  await change(second, { state: 'DROPPED' })
  expect(await list()).toEqual(['Inside', 'Later', 'Some day'])
  expect(await list({ is_open: 'false' })).toEqual(['Never', 'Soon'])
  expect(await list({ jira_id: 'OPI-1' })).toEqual(['Later', 'Some day', 'Soon', 'Never'])
  const page = (await support.call(listFollowUps, { query: { start_at: 1, response_size: 1 } })).body
  expect([page.follow_ups[0]?.title, page.more_results]).toEqual(['Later', true])
})

test('who may post on the incident writes; its owner changes the state alone; others nothing', async () => {
  const noted = await addOne()
  expect((await add({}, support)).status).toBe(403)
  expect((await change(noted, { title: 'Else' }, support)).problem.detail).toContain(
    'the state of this follow-up',
  )
  const done = await change(noted, { state: 'DONE' }, support)
  expect(done.body.follow_up.state).toBe('DONE')
  const subscriber = await server.signInAs('subscriber')
  expect((await change(done.body.follow_up, { state: 'OPEN' }, subscriber)).status).toBe(403)
  const writer = await signInWith(server, ['create_p2_message'])
  expect((await add({}, writer)).status).toBe(403)
  expect((await add({ jira_id: 'OPI-2' }, writer)).status).toBe(403)
  const ids = { follow_up_id: noted.follow_up_id }
  expect((await writer.call(deleteFollowUp, { body: ids })).status).toBe(403)
  expect((await manager.call(deleteFollowUp, { body: ids })).status).toBe(200)
  expect((await manager.call(deleteFollowUp, { body: ids })).status).toBe(404)
})

test('of two who change it the second is told; a wrong owner, date or incident is refused', async () => {
  const noted = await addOne()
  await change(noted, { title: 'Other words' })
  const late = await change(noted, { state: 'DONE' }, administrator)
  expect(late.problem).toMatchObject({ status: 409, current: { title: 'Other words' } })
  for (const [changed, detail] of [
    [{ owner: 'who@acme.example' }, 'there is no account who@acme.example'],
    [{ jira_id: 'OPI-2', owner: SUE }, 'may not see internal incidents'],
    [{ due_date: '2026-02-30' }, 'use a date such as'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(501) }, 'title'],
  ] as const)
    expect((await add(changed)).problem).toMatchObject({
      status: 400,
      detail: expect.stringContaining(detail),
    })
  expect((await add({ jira_id: 'OPI-9' })).status).toBe(404)
  expect(await list()).toEqual(['Other words'])
})

test('it goes along when an own incident is handed over, and with a person whose address changes', async () => {
  const declared = await manager.call(declareIncident, {
    body: {
      ...{ details: 'Bookings fail', priority_type: 'P1', severity: 'OUTAGE' },
      ...{ affected_services: ['Travel'], data_centers: ['us2'] },
    },
  })
  const { jira_id, version } = declared.body
  await add({ jira_id, owner: INES })
  await manager.call(handOverIncident, { body: { jira_id, version, to: 'OPI-1' } })
  expect(await list({ jira_id: 'OPI-1' })).toEqual([FIELDS.title])
  await runOn(server, `update users set email = 'old@acme.example' where email = '${SUE}'`)
  await runOn(server, "update follow_ups set owner = 'Old@acme.example'")
  const [row] = (await server.db.execute("select user_id from users where email = 'old@acme.example'")).rows
  await administrator.call(updateUser, { body: { user_id: Number(row?.user_id), email: 'new@acme.example' } })
  const [moved] = (await support.call(listFollowUps)).body.follow_ups
  expect(moved?.owner).toBe('new@acme.example')
})
