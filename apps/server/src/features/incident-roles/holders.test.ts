import { deleteUser, updateUser } from '@aviary/contract/administration/endpoints'
import { declareIncident, handOverIncident, publishIncident } from '@aviary/contract/declared/endpoints'
import { listIncidentRoles, updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { listReminders } from '@aviary/contract/reminders/endpoints'
import type { Scope } from '@aviary/contract/scopes'
import { getTimeline } from '@aviary/contract/timeline/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { at, openMissed } from '../../../testing/missed-updates.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { openToken } from '../../../testing/tokens.ts'

let server: TestApp
let manager: Person
let administrator: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
})
beforeEach(() => runOn(server, 'delete from incidents'))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'

type Change = {
  jira_id: string
  role?: string
  holder: string | null
  prev_holder?: string | null
  note?: string
}
async function give(change: Change, person = manager) {
  const answer = await person.call(updateIncidentRole, {
    body: { role: 'lead', prev_holder: null, ...change },
  })
  expect(answer.problem).toMatchObject({ roles: expect.anything() })
}
const holdersOf = async (jira_id: string) =>
  (await manager.call(listIncidentRoles, { query: { jira_id } })).body.roles.flatMap(({ role, holder }) =>
    holder ? [`${role} ${holder}`] : [],
  )
const storyOf = async (jira_id: string) =>
  (await manager.call(getTimeline, { query: { jira_id } })).body.entries.flatMap((entry) =>
    entry.kind === 'role' ? [`${entry.prev_holder} > ${entry.holder} by ${entry.by}`] : [],
  )

/** An own incident that is EXTERNAL, and its version. */
async function declare() {
  const { body } = await manager.call(declareIncident, {
    body: {
      ...{ details: 'Bookings fail', priority_type: 'P1' as const, severity: 'OUTAGE' as const },
      ...{ affected_services: ['Travel'], data_centers: ['us2'] },
    },
  })
  const { jira_id, version } = body
  const published = await manager.call(publishIncident, { body: { jira_id, version } })
  return { jira_id, version: published.body.version }
}

test('handed over to an issue that has a lead, that one stays, although the role was given up here later', async () => {
  const own = await declare()
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  await give({ jira_id: own.jira_id, holder: INES })
  await give({ jira_id: 'OPI-1', holder: ADA })
  await give({ jira_id: own.jira_id, holder: null, prev_holder: INES })
  await manager.call(handOverIncident, { body: { ...own, to: 'OPI-1' } })
  expect(await holdersOf('OPI-1')).toEqual([`lead ${ADA}`])
})

test('handed over to an issue that has a lead, that one stays, although the role was taken here later', async () => {
  const own = await declare()
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  await give({ jira_id: 'OPI-1', holder: ADA })
  await give({ jira_id: own.jira_id, holder: INES })
  await give({ jira_id: own.jira_id, holder: INES, role: 'communications' })
  await manager.call(handOverIncident, { body: { ...own, to: 'OPI-1' } })
  expect(await holdersOf(own.jira_id)).toEqual([`lead ${ADA}`, `communications ${INES}`])
  expect(await storyOf('OPI-1')).toEqual([
    `null > ${ADA} by ${INES}`,
    `null > ${INES} by ${INES}`,
    `null > ${INES} by ${INES}`,
    `${INES} > ${ADA} by ${INES}`,
  ])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Hand Over Own Incident',
    context: { roles: expect.arrayContaining([{ role: 'lead', holder: ADA }]) },
  })
})

test('a role stays with a person whose address changes, and does not go to who has the old one next', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  const person = await signInWith(server, ['create_p1_message'])
  await give({ jira_id: 'OPI-1', holder: person.email }, person)
  const email = 'renamed.person@acme.example'
  await administrator.call(updateUser, { body: { user_id: person.userId, email } as never })
  expect(await holdersOf('OPI-1')).toEqual([`lead ${email}`])
  expect(await storyOf('OPI-1')).toEqual([`null > ${email} by ${email}`])
})

const ownerOf = async (person = manager) =>
  (await person.call(listReminders)).body.missed_updates.map(({ owner }) => owner)

test('a missed update is up to who writes to customers, else to who leads, as long as they have an account', async () => {
  const missed = await openMissed(server, manager)
  await missed.post(0, 30)
  server.setNow(at(31))
  expect(await ownerOf()).toEqual([null])
  await give({ jira_id: missed.jiraId, holder: ADA })
  expect(await ownerOf()).toEqual([ADA])
  const writer = await signInWith(server, ['create_p1_message'])
  await give({ jira_id: missed.jiraId, role: 'communications', holder: writer.email })
  expect(await ownerOf()).toEqual([writer.email])
  expect(await ownerOf(writer)).toEqual([writer.email])
  await administrator.call(deleteUser, { body: { user_id: writer.userId } as never })
  expect(await ownerOf()).toEqual([ADA])
})

test('of an incident that became internal, only those who see it own its updates', async () => {
  const missed = await openMissed(server, manager)
  await missed.post(0, 30)
  const writer = await signInWith(server, ['create_p1_message'])
  await give({ jira_id: missed.jiraId, role: 'communications', holder: writer.email })
  await give({ jira_id: missed.jiraId, holder: INES })
  await missed.update({ is_internal: 'Y' })
  await missed.post(1, 30, { message_type: 'Internal Update' })
  server.setNow(at(31))
  expect(await ownerOf()).toEqual([INES])
})

test('tokens read of people only with the scope for it', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  await give({ jira_id: 'OPI-1', holder: INES, note: 'Ask Ada' })
  const read = async (name: string, scopes: Scope[]) => {
    const token = await openToken(server, name, scopes)
    const input = { query: { jira_id: 'OPI-1' } }
    const { body: list } = await token.call(listIncidentRoles, input)
    const { body: story } = await token.call(getTimeline, input)
    const { body: incident } = await token.call(getIncidentByJiraId, input)
    return JSON.stringify([list, story.entries.filter(({ kind }) => kind === 'role'), incident])
  }
  for (const scopes of [['read:incidents'], ['read:incidents', 'read:internal']] as const) {
    const text = await read(scopes.join(), [...scopes])
    expect(text).not.toContain(INES)
    expect(text).not.toContain('Ask Ada')
    expect(text).not.toContain('"since":"')
  }
  const all = await read('all', ['read:incidents', 'read:internal', 'read:people'])
  expect(all).toContain(INES)
  expect(all).toContain('Ask Ada')
})
