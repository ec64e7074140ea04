import {
  listIncidentRoles,
  listRolePeople,
  updateIncidentRole,
} from '@aviary/contract/incident-roles/endpoints'
import {
  createReferenceRecord,
  deleteReferenceRecord,
  retireReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'

let server: TestApp
let manager: Person
let administrator: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
})
beforeEach(async () => {
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

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'
const SUE = 'sue.subscriber@acme.example'

type Change = { role?: string; holder: string | null; prev_holder?: string | null; note?: string }
const change = (changed: Change, { person = manager, jira_id = 'OPI-1' } = {}) =>
  person.call(updateIncidentRole, { body: { jira_id, role: 'lead', prev_holder: null, ...changed } })
const list = async (person = manager) =>
  (await person.call(listIncidentRoles, { query: { jira_id: 'OPI-1' } })).body.roles
const entries = async () =>
  (await manager.call(getTimeline, { query: { jira_id: 'OPI-1' } })).body.entries.filter(
    ({ kind }) => kind === 'role',
  )

test('a role is taken, handed over with a note, and given up; each is in the audit and the story', async () => {
  expect((await list()).map(({ role, name, holder }) => [role, name, holder])).toEqual([
    ['lead', 'Lead', null],
    ['communications', 'Communications', null],
  ])
  const taken = await change({ holder: INES })
  expect(taken.body.roles[0]).toMatchObject({ holder: INES, since: '2026-08-20T12:00:00.000Z', note: '' })
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  const note = 'The vendor calls back at 14:00'
  const given = await change({ holder: ADA.toUpperCase(), prev_holder: INES, note })
  expect(given.body.roles[0]).toMatchObject({ holder: ADA, since: '2026-08-20T13:00:00.000Z', note })
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Update Incident Role',
    userEmail: INES,
    context: {
      ...{ jira_id: 'OPI-1', role: 'lead' },
      ...{ before: { holder: INES }, after: { holder: ADA, note } },
    },
  })
  await change({ holder: null, prev_holder: ADA }, { person: administrator })
  expect((await list())[0]).toMatchObject({ holder: null, since: null, note: '' })
  expect(await entries()).toMatchObject([
    { role: 'lead', prev_holder: null, holder: INES, by: INES, at: '2026-08-20T12:00:00.000Z' },
    { prev_holder: INES, holder: ADA, by: INES, note, at: '2026-08-20T13:00:00.000Z' },
    { prev_holder: ADA, holder: null, by: ADA, name: 'Lead' },
  ])
})

test('of two who take a role at once one has it, and the other one reads who', async () => {
  const both = await Promise.all([
    change({ holder: INES }),
    change({ holder: ADA }, { person: administrator }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  const [lead] = await list()
  expect(refused?.problem.detail).toBe(`${lead?.holder} is Lead of OPI-1 by now. Nothing was changed.`)
  expect(refused?.problem.current).toMatchObject({ roles: [{ holder: lead?.holder }, {}] })
  expect(await entries()).toHaveLength(1)
})

test('sent again it changes nothing', async () => {
  await change({ holder: INES })
  expect((await change({ holder: INES })).status).toBe(200)
  await change({ holder: null, prev_holder: INES })
  expect((await change({ holder: null, prev_holder: INES })).status).toBe(200)
  const gone = await change({ holder: ADA, prev_holder: INES })
  expect([gone.status, gone.problem.detail]).toEqual([
    409,
    'Nobody is Lead of OPI-1 any more. Nothing was changed.',
  ])
  expect(await entries()).toHaveLength(2)
})

test('of two who give a role to the same person, the second one reads that it was done, and nothing is lost', async () => {
  expect((await change({ holder: ADA, note: 'From Ines' })).status).toBe(200)
  const second = await change({ holder: ADA, note: 'From Ada' }, { person: administrator })
  expect([second.status, second.problem.detail]).toEqual([
    409,
    `${ADA} is Lead of OPI-1 by now. Nothing was changed.`,
  ])
  expect((await list())[0]).toMatchObject({ holder: ADA, note: 'From Ines' })
})

test.each<[string, Change, RegExp]>([
  ['an unknown role', { role: 'cook', holder: INES }, /role: there is no role 'cook'/],
  ['an unknown account', { holder: 'nobody@acme.example' }, /holder: there is no account nobody@acme/],
])('%s is refused', async (_, changed, detail) => {
  const { status, problem } = await change(changed)
  expect([status, problem.detail]).toEqual([400, expect.stringMatching(detail)])
  expect(await entries()).toEqual([])
})

test('a role is translated into languages that there are', async () => {
  const record = { kind: 'incident_role' as const, name: 'Scribe', translations: { tlh: 'x' } }
  const { status, problem } = await administrator.call(createReferenceRecord, { body: { record } })
  expect([status, problem.detail]).toEqual([
    400,
    expect.stringMatching(/translations\.tlh: use some of de, es/),
  ])
})

test('of an internal incident only those who may post on it have roles', async () => {
  const unseen = await change({ holder: SUE }, { jira_id: 'OPI-2' })
  expect(unseen.problem.detail).toBe(`body.holder: ${SUE} may not see internal incidents`)
  const outsider = await signInWith(server, ['create_p2_message'])
  expect((await change({ holder: INES }, { person: outsider, jira_id: 'OPI-2' })).status).toBe(403)
  expect((await change({ holder: INES }, { person: outsider })).status).toBe(403)
  expect((await change({ holder: INES }, { jira_id: 'OPI-2' })).status).toBe(200)
})

test('for an internal incident only people are found who may see it', async () => {
  const outsider = await signInWith(server, ['create_p1_message'])
  const reader = await signInWith(server, ['view_is_internal_message'])
  const find = async (jira_id: string) =>
    (await manager.call(listRolePeople, { query: { jira_id, search: '' } })).body.people.map(
      ({ email }) => email,
    )
  expect(await find('OPI-1')).toEqual(expect.arrayContaining([outsider.email, reader.email]))
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { is_internal: 'Y' })])
  expect(await find('OPI-3')).toContain(reader.email)
  expect(await find('OPI-3')).not.toContain(outsider.email)
  expect((await change({ holder: reader.email }, { jira_id: 'OPI-3' })).status).toBe(200)
  expect((await outsider.call(listRolePeople, { query: { jira_id: 'OPI-2', search: '' } })).status).toBe(403)
})

test('people are found by a part of their address', async () => {
  const find = async (search: string) =>
    (await manager.call(listRolePeople, { query: { jira_id: 'OPI-1', search } })).body.people
  expect(await find('ADA.')).toEqual([{ email: ADA }])
  expect(await find('%')).toEqual([])
})

test('a role that reference data adds is offered, and retired it can only be given up', async () => {
  const record = { kind: 'incident_role' as const, name: 'Scribe', translations: { de: 'Protokoll' } }
  expect((await administrator.call(createReferenceRecord, { body: { record } })).body.record).toMatchObject({
    ...{ key: 'scribe', translations: { de: 'Protokoll' }, is_used: 'N' },
  })
  await change({ role: 'scribe', holder: INES })
  const kept = await administrator.call(deleteReferenceRecord, {
    body: { kind: 'incident_role', key: 'scribe' },
  })
  expect(kept.status).toBe(409)
  await administrator.call(retireReferenceRecord, {
    body: { kind: 'incident_role', key: 'scribe', is_retired: 'Y' },
  })
  expect((await list()).at(-1)).toMatchObject({ role: 'scribe', is_retired: true, holder: INES })
  const handed = await change({ role: 'scribe', holder: ADA, prev_holder: INES })
  expect(handed.problem.detail).toBe("body.role: 'Scribe' is retired: it can only be given up")
  await change({ role: 'scribe', holder: null, prev_holder: INES })
  expect((await list()).map(({ role }) => role)).toEqual(['lead', 'communications'])
})
