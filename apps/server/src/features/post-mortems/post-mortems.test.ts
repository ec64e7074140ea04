import { updateIncidentRole } from '@aviary/contract/incident-roles/endpoints'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { createMessage, deleteMessage } from '@aviary/contract/messages/endpoints'
import {
  createPostMortem,
  getPostMortem,
  getPostMortemNews,
  listPostMortemVersions,
  updatePostMortem,
} from '@aviary/contract/post-mortems/endpoints'
import { LONGEST_LINE, LONGEST_POST_MORTEM_TEXT, MOST_VERSIONS } from '@aviary/contract/post-mortems/rules'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { putOffUpdate } from '@aviary/contract/reminders/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { changeRecord, incidentRecord, ingest, statusRecord } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'
import { subscribe } from '../../../testing/subscribers.ts'

const INES = 'ines.incident@acme.example'

let server: TestApp
let manager: Person
let administrator: Person
let support: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
  support = await server.signInAs('support')
})
beforeEach(async () => {
  server.setNow(new Date('2026-08-20T12:00:00Z'))
  await runOn(server, 'delete from incidents')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { affected_users: 40 }),
    incidentRecord('OPI-2', { is_internal: 'Y', priority_type: 'P2' }),
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const make = (jira_id = 'OPI-1', person = manager, locale = 'en') =>
  person.call(createPostMortem, { body: { jira_id, locale } })
const makeOne = async () => (await make()).body.post_mortem
const read = async (query: object = {}, person = support) =>
  (await person.call(getPostMortem, { query: { jira_id: 'OPI-1', ...query } })).body.post_mortem
const news = async (locale = 'en') =>
  (await manager.call(getPostMortemNews, { query: { jira_id: 'OPI-1', locale } })).body

const fieldsOf = (saved: PostMortem) => {
  const { jira_id, version, summary, impact, root_cause, solution, corrective_measures, lessons } = saved
  const texts = { summary, impact, root_cause, solution, corrective_measures, lessons }
  return { jira_id, version, ...texts, timeline: saved.timeline }
}
const save = (saved: PostMortem, changed: object, person = manager) =>
  person.call(updatePostMortem, { body: { ...fieldsOf(saved), ...changed } })
const saveOne = async (saved: PostMortem, changed: object) => (await save(saved, changed)).body.post_mortem

const post = (message_type: string, body: string, more: object = {}) =>
  manager.call(createMessage, {
    body: { jira_id: 'OPI-1', priority_type: 'P1', message_type, body, broadcast: 'N', ...more },
  })

test('it is made from the story: facts, lines, and the texts of the message about the root cause', async () => {
  await subscribe(server, 'eve@globex.example')
  await ingest(server, 'changes', [
    changeRecord('7', {
      ...{ ticket_id: 'CHG-7', summary: 'New pool size', services: ['Expense'], data_centers: ['us2'] },
      ...{ actual_start: '2026-08-20T09:30:00Z', actual_end: '2026-08-20T09:40:00Z' },
    }),
  ])
  server.setNow(new Date('2026-08-20T12:10:00Z'))
  await post('Update', '<p>We look into it</p>', {
    ...{ broadcast: 'Y', email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' } },
  })
  server.setNow(new Date('2026-08-20T12:30:00Z'))
  await post('Root Cause Analysis', '<p>See below</p>', { impact: 'No expenses', root_cause: ' The pool ' })
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', { status: 'RESOLVED', end_date: '2026-08-20T12:20:00Z', affected_users: 40 }),
  ])
  const { post_mortem, is_new } = (await make()).body
  expect(is_new).toBe(true)
  expect(post_mortem).toMatchObject({
    ...{ jira_id: 'OPI-1', version: 1, newest_version: 1, state: 'DRAFT', created_by: INES, saved_by: INES },
    ...{ summary: '', impact: 'No expenses', root_cause: 'The pool', solution: '', reviews: [] },
    facts: {
      ...{ start_date: '2026-08-20T10:00:00.000Z', end_date: '2026-08-20T12:20:00.000Z', status: 'RESOLVED' },
      ...{ services: ['Expense'], data_centers: ['us2'], companies: 0, users: 40, severity: 'OUTAGE' },
      changes_before: [
        {
          ...{ kind: 'change', title: 'CHG-7: New pool size', seconds_before: 1800, is_under_way: false },
          shared: { cis: [], services: ['Expense'], data_centers: ['us2'] },
        },
      ],
      told: [{ at: '2026-08-20T12:10:00.000Z', audience: 'EXTERNAL', recipients: 1 }],
    },
  })
  const texts = post_mortem.timeline.map(({ at, text }) => `${at.slice(11, 16)} ${text}`)
  expect(texts).toEqual([
    '10:00 Incident began',
    '12:00 Expense, us2: Outage',
    '12:10 Update: We look into it',
    '12:20 Incident over',
    '12:30 Root Cause Analysis: See below',
  ])
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Create Post-mortem', userEmail: INES },
    context: { jira_id: 'OPI-1', before: null, after: { version: 1 } },
  })
  expect(await read()).toEqual(post_mortem)
})

test('an incident that is open can have one; its lines are in the language of its author', async () => {
  const { post_mortem } = (await make('OPI-1', manager, 'de')).body
  expect(post_mortem.facts.end_date).toBeNull()
  expect(post_mortem.timeline[0]?.text).toBe('Incident begann')
  const detail = await support.call(getIncidentByJiraId, { query: { jira_id: 'OPI-1' } })
  expect(detail.body.payload.post_mortem).toEqual({ state: 'DRAFT', version: 1 })
})

test('a service that changes in several data centers at once is one line', async () => {
  const places = { affected_services: ['Travel'], data_centers: ['us2', 'eu'] }
  await ingest(server, 'incidents', [incidentRecord('OPI-3', places)])
  const { timeline } = (await make('OPI-3')).body.post_mortem
  expect(timeline.map(({ text }) => text)).toEqual(['Incident began', 'Travel, us2, EMEA: Outage'])
  const over = { status: 'RESOLVED', end_date: '2026-08-20T12:20:00Z' }
  server.setNow(new Date('2026-08-20T12:21:00Z'))
  await ingest(server, 'status', [
    statusRecord({ data_center: 'us2', status: 'NORMAL', at: '2026-08-20T11:59:00Z' }),
  ])
  await ingest(server, 'incidents', [incidentRecord('OPI-3', { ...places, ...over })])
  const { lines } = (await manager.call(getPostMortemNews, { query: { jira_id: 'OPI-3' } })).body
  expect(lines.map(({ text }) => text)).toEqual([
    'Incident over',
    ...['Travel, us2: Normal', 'Travel, EMEA: No data'],
  ])
})

test('roles, and the mail of a message that is gone, are lines, too', async () => {
  const jira_id = 'OPI-1'
  await manager.call(updateIncidentRole, {
    body: { jira_id, role: 'lead', holder: INES, prev_holder: null },
  })
  server.setNow(new Date('2026-08-20T12:10:00Z'))
  const fields = { current_status: 'Looking', next_update: '13:00 UTC' }
  const { message } = (
    await post('Update', '<p>We look</p>', { broadcast: 'Y', email_template_data: fields })
  ).body
  await manager.call(deleteMessage, { body: { jira_id, priority_type: 'P1', message_id: message.id } })
  const { timeline } = await makeOne()
  const texts = timeline.map(({ text }) => text)
  expect(texts).toContain(`Lead: ${INES}`)
  expect(texts.at(-1)).toMatch(/^Mailed \(recipients: \d+\): /)
})

test('it counts which promised updates came in time, and which did not', async () => {
  const promise = async (time: string, next_update_due: string | null, type = 'Update') => {
    server.setNow(new Date(`2026-08-20T${time}:00Z`))
    await post(type, '<p>More soon</p>', {
      next_update_due: next_update_due && `2026-08-20T${next_update_due}:00Z`,
    })
  }
  await promise('12:00', '12:30')
  await promise('12:20', '12:40')
  await promise('12:35', '13:30', 'Internal Update')
  await promise('12:50', '13:10')
  expect((await makeOne()).facts.promises).toEqual({ kept: 2, missed: 1 })
  server.setNow(new Date('2026-08-20T13:20:00Z'))
  expect((await news()).facts.promises).toEqual({ kept: 2, missed: 2 })
  await manager.call(putOffUpdate, {
    body: {
      ...{ jira_id: 'OPI-1', promised: '2026-08-20T13:10:00Z', note: '' },
      next_update_due: '2026-08-20T13:30:00Z',
    },
  })
  expect((await news()).facts.promises).toEqual({ kept: 2, missed: 2 })
  const over = { status: 'RESOLVED', end_date: '2026-08-20T13:05:00Z' }
  await ingest(server, 'incidents', [incidentRecord('OPI-1', over)])
  await promise('13:30', '13:40')
  server.setNow(new Date('2026-08-20T14:00:00Z'))
  expect((await news()).facts.promises).toEqual({ kept: 3, missed: 1 })
})

test('of two who make it at the same time both get the same one', async () => {
  expect(await read()).toBeNull()
  const made = await Promise.all([make(), make('OPI-1', administrator)])
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  expect(made.map(({ body }) => body.is_new).toSorted()).toEqual([false, true])
  expect(made[0]?.body.post_mortem).toEqual(made[1]?.body.post_mortem)
})

test('each save is a version; an earlier one stays what it was', async () => {
  const first = await makeOne()
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  const line = { at: '2026-08-20T11:30:00+02:00', text: 'A\nphone call', entry: null }
  const second = await saveOne(first, {
    ...{ summary: ' What happened ', note: 'Summary', timeline: [...first.timeline, line] },
  })
  expect(second).toMatchObject({ version: 2, newest_version: 2, summary: 'What happened', note: 'Summary' })
  expect(second.timeline[0]).toEqual({ at: '2026-08-20T09:30:00.000Z', text: 'A phone call', entry: null })
  expect(second.facts).toEqual(first.facts)
  expect(await lastAudit(server)).toMatchObject({
    context: { after: { version: 2, note: 'Summary', changed: ['summary', 'timeline'] } },
  })
  expect(await read({ version: 1 })).toEqual({ ...first, newest_version: 2 })
  const { versions } = (await support.call(listPostMortemVersions, { query: { jira_id: 'OPI-1' } })).body
  expect(versions.map(({ version, note }) => [version, note])).toEqual([
    [2, 'Summary'],
    [1, ''],
  ])
  expect((await support.call(getPostMortem, { query: { jira_id: 'OPI-1', version: 9 } })).status).toBe(404)
})

test('of two who save the second is told, with the newest version', async () => {
  const first = await makeOne()
  await save(first, { impact: 'All expenses' })
  const late = await save(first, { summary: 'Mine' }, administrator)
  expect(late.problem).toMatchObject({
    ...{ status: 409, detail: expect.stringContaining(INES) },
    current: { version: 2, impact: 'All expenses', summary: '' },
  })
})

test('new facts are taken with a version, and removed lines do not come back', async () => {
  const first = await makeOne()
  const second = await saveOne(first, { timeline: [] })
  expect((await news()).lines).toEqual([])
  server.setNow(new Date('2026-08-20T12:40:00Z'))
  await post('Update', '<p>Nearly done</p>')
  server.setNow(new Date('2026-08-20T12:45:00Z'))
  await post('Update', '<p>Done</p>')
  const { facts, lines } = await news()
  expect(facts.taken_date).toBe('2026-08-20T12:45:00.000Z')
  expect(lines.map(({ text }) => text)).toEqual(['Update: Nearly done', 'Update: Done'])
  expect((await saveOne(second, {})).facts.taken_date).toBe('2026-08-20T12:00:00.000Z')
  const fourth = await saveOne(
    { ...second, version: 3 },
    { timeline: [lines[0]], new_entries: lines.map(({ entry }) => entry) },
  )
  expect(fourth.facts.taken_date).toBe('2026-08-20T12:45:00.000Z')
  expect(fourth.timeline).toEqual([lines[0]])
  expect((await news()).lines).toEqual([])
})

test('who may post on the incident writes it; everybody who sees the incident reads it', async () => {
  expect((await make('OPI-1', support)).status).toBe(403)
  const first = await makeOne()
  expect((await save(first, {}, support)).status).toBe(403)
  expect(await read({}, await server.signInAs('subscriber'))).toEqual(first)
  const writer = await signInWith(server, ['create_p2_message'])
  expect((await make('OPI-1', writer)).status).toBe(403)
  expect((await make('OPI-2', writer)).status).toBe(403)
  expect((await make('OPI-2')).status).toBe(200)
  expect((await make('OPI-9')).status).toBe(404)
  expect((await read({}, manager))?.version).toBe(1)
})

test('what is too long, or not there, is refused', async () => {
  const first = await makeOne()
  const at = '2026-08-20T11:00:00Z'
  for (const changed of [
    { summary: 'x'.repeat(10_001) },
    { timeline: [{ at, text: ' ' }] },
    { timeline: [{ at, text: 'x'.repeat(501) }] },
    { timeline: [{ at: 'yesterday', text: 'x' }] },
    { timeline: Array.from({ length: 301 }, () => ({ at, text: 'x' })) },
    { note: 'x'.repeat(201) },
    { version: 0 },
  ])
    expect((await save(first, changed)).status).toBe(400)
  expect((await save(first, { jira_id: 'OPI-2' })).status).toBe(404)
  expect((await read())?.version).toBe(1)
})

test('beyond the most versions the oldest goes', async () => {
  const first = await makeOne()
  await runOn(server, `update post_mortems set version = ${MOST_VERSIONS}`)
  await runOn(
    server,
    `insert into post_mortem_versions select post_mortem_id, n, saved_by, saved_at, note, summary, impact, root_cause,
      solution, corrective_measures, lessons, timeline, facts
      from post_mortem_versions, generate_series(2, ${MOST_VERSIONS}) n`,
  )
  expect((await save({ ...first, version: MOST_VERSIONS }, {})).status).toBe(200)
  const { versions } = (await support.call(listPostMortemVersions, { query: { jira_id: 'OPI-1' } })).body
  expect([versions.length, versions[0]?.version, versions.at(-1)?.version]).toEqual([
    ...[MOST_VERSIONS, MOST_VERSIONS + 1, 2],
  ])
})

test('what is made of long messages can be saved as it is', async () => {
  const body = { en: `<p>${'The pool was full. '.repeat(900)}</p>` }
  const message = (key: string, title: string) => ({ key, title, created_date: '2026-08-20T11:00:00Z', body })
  const messages = [message('1', 'T'.repeat(199)), message('2', 'Root Cause Analysis')]
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { messages })])
  const made = await makeOne()
  expect(made.root_cause).toHaveLength(LONGEST_POST_MORTEM_TEXT)
  expect(Math.max(...made.timeline.map(({ text }) => text.length))).toBe(LONGEST_LINE)
  expect((await save(made, { summary: 'Nothing else' })).status).toBe(200)
})

test('an end that is planned, or that nobody named, is no end', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { end_date: '2026-08-20T18:00:00Z' })])
  const planned = await makeOne()
  expect(planned.facts).toMatchObject({ end_date: null, is_over: false })
  expect(planned.timeline.map(({ text }) => text)).not.toContain('Incident over')
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { status: 'RESOLVED' })])
  const closed = (await make('OPI-2')).body.post_mortem
  expect(closed.facts).toMatchObject({ end_date: null, is_over: true })
})
