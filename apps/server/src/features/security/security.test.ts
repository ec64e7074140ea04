import {
  createComm,
  createSecurityIncident,
  deleteComm,
  deleteSecurityIncident,
  listComms,
  listCommTypes,
  listSecurityIncidents,
  updateComm,
  updateSecurityIncident,
} from '@aviary/contract/security/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { type Signed, signInWith } from '../../../testing/people.ts'
import { lastAudit } from '../../../testing/queries.ts'

let server: TestApp
let person: Signed
beforeAll(async () => {
  server = await openTestApp()
  person = await signInWith(
    server,
    ['view_security_incidents', 'view_comms'],
    ['Security Incidents', 'Comms'],
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const fields = (changes: object = {}) => ({
  title: 'Leaked key',
  description: 'A key was found in a public place',
  status: 'Investigating',
  start_date: '2026-08-20T07:43:00-07:00',
  ...changes,
})
const create = (changes: object = {}) => person.call(createSecurityIncident, { body: fields(changes) })
const created = async (changes: object = {}) => (await create(changes)).body.incident
const listed = async () => (await person.call(listSecurityIncidents, {})).body.incidents
const getComms = async (secId?: number) =>
  (await person.call(listComms, { query: secId === undefined ? {} : { sec_id: secId } })).body.comms
const addComm = (secId: number, changes: object = {}) =>
  person.call(createComm, {
    body: { sec_id: secId, description: 'To customers', status: 'Draft', comm_type: 1, ...changes },
  })

test('creates, edits and deletes a security incident, each with an audit row', async () => {
  const incident = await created()
  expect(incident).toMatchObject({
    ...fields({ start_date: '2026-08-20T14:43:00.000Z' }),
    end_date: null,
    version: 1,
  })
  expect(await listed()).toContainEqual(incident)
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Create Security Incident',
    userEmail: person.email,
    context: { sec_id: incident.sec_id, before: null, after: incident },
  })

  const edited = await person.call(updateSecurityIncident, {
    body: {
      ...fields({ title: 'Key', end_date: '2026-08-21T00:00:00Z' }),
      sec_id: incident.sec_id,
      version: 1,
    },
  })
  expect(edited.body).toMatchObject({
    sec_id: incident.sec_id,
    incident: { title: 'Key', end_date: '2026-08-21T00:00:00.000Z', version: 2 },
  })
  expect(await lastAudit(server)).toMatchObject({
    context: { before: incident, after: edited.body.incident },
  })

  const deleted = await person.call(deleteSecurityIncident, { body: { sec_id: incident.sec_id } })
  expect(deleted.body).toEqual({ sec_id: incident.sec_id })
  expect(await listed()).not.toContainEqual(expect.objectContaining({ sec_id: incident.sec_id }))
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Delete Security Incident',
    context: { after: null },
  })
})

test('lists the newest start first', async () => {
  const older = await created({ start_date: '2026-01-01T00:00:00Z' })
  const newer = await created({ start_date: '2026-11-01T00:00:00Z' })
  const ids = (await listed()).map(({ sec_id }) => sec_id)
  expect(ids.indexOf(newer.sec_id)).toBeLessThan(ids.indexOf(older.sec_id))
})

test('the UTC time beside a typed time is the one that counts', async () => {
  const incident = await created({
    start_date: '20.08.2026 07:43',
    start_date_utc: '2026-08-20T14:43:00Z',
    end_date: '20.08.2026 09:00',
    end_date_utc: '2026-08-20T16:00:00Z',
  })
  expect(incident).toMatchObject({
    start_date: '2026-08-20T14:43:00.000Z',
    end_date: '2026-08-20T16:00:00.000Z',
  })
})

test('an edit without a status keeps it; an empty one is refused', async () => {
  const incident = await created()
  const { status: _, ...without } = fields({ title: 'Other' })
  const edit = (body: object) =>
    person.call(updateSecurityIncident, { body: { ...without, ...body, sec_id: incident.sec_id } })
  expect((await edit({})).body.incident).toMatchObject({ title: 'Other', status: 'Investigating' })
  expect((await edit({ status: ' ' })).status).toBe(400)
})

test.each([
  [{ title: ' ' }, 'body.title: Title is required'],
  [{ status: '' }, 'body.status: Status is required'],
  [{ description: '' }, 'body.description: Description is required'],
  [{ start_date: '' }, 'body.start_date: Start date is required'],
  [{ start_date: 'yesterday' }, 'body.start_date: name a moment'],
  [{ end_date: 'tomorrow' }, 'body.end_date: name a moment'],
  [{ end_date: '2026-08-20T14:42:59Z' }, 'body.end_date: the end is before the start'],
])('%j is refused with what to correct', async (changes, detail) => {
  const before = await listed()
  const refused = await create(changes)
  expect([refused.status, refused.problem.detail]).toEqual([400, expect.stringContaining(detail)])
  expect(await listed()).toEqual(before)
})

test('the second of two edits of one version gets a 409 with the current incident', async () => {
  const incident = await created()
  const edit = (title: string) =>
    person.call(updateSecurityIncident, {
      body: { ...fields({ title }), sec_id: incident.sec_id, version: incident.version },
    })
  const first = await edit('First')
  const second = await edit('Second')
  expect([second.status, second.problem.current]).toEqual([409, first.body.incident])
})

test('an incident with comms cannot be deleted', async () => {
  const { sec_id } = await created()
  const { body } = await addComm(sec_id)
  const refused = await person.call(deleteSecurityIncident, { body: { sec_id } })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    `Security incident ${sec_id} still has comms (1). Delete them first`,
  ])
  expect((await person.call(deleteComm, { body: { sec_comm_id: body.sec_comm_id } })).status).toBe(200)
  expect((await person.call(deleteSecurityIncident, { body: { sec_id } })).status).toBe(200)
})

test('creates comms, lists them by incident, edits and deletes them', async () => {
  const [first, second] = [await created(), await created()]
  const { body } = await addComm(first.sec_id)
  expect(body.comm).toMatchObject({
    sec_comm_id: body.sec_comm_id,
    sec_id: first.sec_id,
    comm_type: 1,
    is_hidden: 'N',
    created_date: server.now().toISOString(),
  })
  const elsewhere = (await addComm(second.sec_id, { is_hidden: 'Y' })).body.comm
  expect(await getComms(first.sec_id)).toEqual([body.comm])
  expect(await getComms()).toEqual(expect.arrayContaining([body.comm, elsewhere]))

  const edited = await person.call(updateComm, {
    body: {
      sec_comm_id: elsewhere.sec_comm_id,
      description: 'New',
      status: 'Sent',
      comm_type: 2,
      version: 1,
    },
  })
  expect(edited.body.comm).toMatchObject({ sec_id: second.sec_id, comm_type: 2, is_hidden: 'Y', version: 2 })
  const outdated = await person.call(updateComm, {
    body: {
      sec_comm_id: elsewhere.sec_comm_id,
      description: 'Mine',
      status: 'Sent',
      comm_type: 2,
      version: 1,
    },
  })
  expect([outdated.status, outdated.problem.current]).toEqual([409, edited.body.comm])

  await person.call(deleteComm, { body: { sec_comm_id: body.sec_comm_id } })
  expect(await getComms(first.sec_id)).toEqual([])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Delete Security Comm',
    context: { before: body.comm },
  })
})

test('a comm needs an existing incident and comm type', async () => {
  const { sec_id } = await created()
  const types = (await person.call(listCommTypes, {})).body.comm_types
  expect(types.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  const noIncident = await addComm(2_000_000_000)
  expect([noIncident.status, noIncident.problem.errors?.[0]?.path]).toEqual([400, 'body.sec_id'])
  const noType = await addComm(sec_id, { comm_type: 99 })
  expect([noType.status, noType.problem.detail]).toEqual([
    400,
    expect.stringContaining('1 (Initial Notification)'),
  ])
  expect(await getComms(sec_id)).toEqual([])
  const refused = await person.call(deleteComm, { body: { sec_comm_id: 2_000_000_000 } })
  expect([refused.status, refused.problem.detail]).toEqual([
    404,
    'There is no comm 2000000000; it may have been deleted',
  ])
})

test('an action of a restricted page needs that page as well', async () => {
  const personWithoutPage = await signInWith(server, ['view_security_incidents', 'view_comms'], ['Comms'])
  const refused = await personWithoutPage.call(createSecurityIncident, { body: fields() })
  expect([refused.status, refused.problem.detail]).toEqual([
    403,
    "This needs the restricted page 'Security Incidents' besides the action view_security_incidents",
  ])
  expect((await personWithoutPage.call(listComms, { query: {} })).status).toBe(200)
})
