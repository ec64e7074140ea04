import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { jiraWebhook, webhookOutcome } from '@aviary/contract/ingest/endpoints'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPlain, openTestApp, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, markedChangesOf, storedChange } from '../../../testing/ingest.ts'

const SECRET = 'a-secret-shared-with-jira'
const samples = path.join(import.meta.dirname, 'samples')
const sample = (name: string) => JSON.parse(readFileSync(path.join(samples, name), 'utf8'))

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({
    environment: { JIRA_WEBHOOK_SECRET: SECRET, JIRA_CHANGE_PROJECTS: 'CHG, REL' },
    now: new Date('2026-05-01T00:00:00Z'),
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const post = (payload: unknown) => {
  const body = JSON.stringify(payload)
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  return callPlain(server.app, jiraWebhook, { body, headers: { 'x-hub-signature': signature } })
}
const send = async (payload: unknown) => {
  const answer = await post(payload)
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body
}

const issue = (key: string, fields: object = {}, event = 'jira:issue_updated') => {
  const payload = sample('issue_created.json')
  payload.webhookEvent = event
  payload.issue.key = key
  Object.assign(payload.issue.fields, fields)
  return payload
}
const bare = (key: string, fields: object = {}) => ({
  webhookEvent: 'jira:issue_updated',
  issue: { key, fields },
})

const DONE = { name: 'Closed', statusCategory: { key: 'done' } }
const SAMPLE_CHANGE = {
  source: 'jira',
  source_key: 'CHG-1',
  change_type: 'manual',
  ticket_id: 'CHG-1',
  summary: 'Expense reports cannot be submitted',
  description: '',
  status: 'To Do',
  catalog_type: null,
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
  submitted_by: 'Sample Reporter',
  submitted_on: null,
  created_on: '2026-04-25T13:05:13.605+00:00',
  effective_at: '2026-04-25T13:05:13.605+00:00',
  data_centers: ['us2', 'eu2'],
  services: ['Expense'],
  cis: [],
  master_approval_entity_id: null,
  company_id: null,
  github_owner: null,
  github_repo: null,
  github_sha: null,
  github_tag: null,
  source_updated_at: '2026-04-25T13:05:13.605+00:00',
}

test("Jira's own sample in a change project becomes a manual change and no incident", async () => {
  expect(await send(issue('CHG-1'))).toEqual({ outcome: 'taken', detail: 'CHG-1 was created' })
  expect(await storedChange(server, 'CHG-1')).toEqual(SAMPLE_CHANGE)
  const { rows } = await server.db.execute(sql`select from incidents where jira_id = 'CHG-1'`)
  expect(rows).toEqual([])
  expect(await send(issue('CHG-1'))).toMatchObject({ outcome: 'already received' })
})

test('fields, links and documents are read as Jira sends them', async () => {
  const description = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Swap the disks' }] }],
  }
  await send(
    issue('REL-2', {
      description,
      status: DONE,
      resolutiondate: '2026-04-27T10:00:00.000+0200',
      customfield_10072: '2026-04-26T10:00:00.000+0000',
      customfield_10073: '2026-04-26T12:00:00.000+0000',
      customfield_10074: '2026-04-26T10:05:00.000+0000',
      customfield_10075: '2026-04-26T11:00:00.000+0000',
      customfield_10076: [{ value: 'db-1' }, { value: 'db-2' }],
      customfield_10077: { value: '4711' },
      issuelinks: [
        { type: { name: 'Relates' }, outwardIssue: { key: 'HR-1' } },
        { type: { name: 'Causes' }, inwardIssue: { key: 'OPI-12' } },
        { type: { name: 'Causes' }, outwardIssue: { key: 'OPI-13' } },
      ],
    }),
  )
  expect(await storedChange(server, 'REL-2')).toMatchObject({
    description: 'Swap the disks',
    status: 'Closed',
    planned_start: '2026-04-26T10:00:00+00:00',
    planned_end: '2026-04-26T12:00:00+00:00',
    actual_start: '2026-04-26T10:05:00+00:00',
    actual_end: '2026-04-26T11:00:00+00:00',
    submitted_on: '2026-04-27T08:00:00+00:00',
    effective_at: '2026-04-26T10:05:00+00:00',
    cis: ['db-1', 'db-2'],
    company_id: '4711',
    master_approval_entity_id: 'OPI-12',
  })
})

test('it is submitted while its status is done, also where no resolution is set, and open again after that', async () => {
  const at = (hour: number) => ({ updated: `2026-04-26T${hour}:00:00.000+0000` })
  const resolutiondate = '2026-04-25T10:00:00.000+0000'
  await send(issue('CHG-3', { ...at(10), resolutiondate }))
  expect(await storedChange(server, 'CHG-3')).toMatchObject({ submitted_on: null })
  await send(
    issue('CHG-3', { ...at(11), status: DONE, statuscategorychangedate: '2026-04-26T10:59:00.000+0000' }),
  )
  expect(await storedChange(server, 'CHG-3')).toMatchObject({ submitted_on: '2026-04-26T10:59:00+00:00' })
  await send(issue('CHG-3', at(12)))
  expect(await storedChange(server, 'CHG-3')).toMatchObject({ submitted_on: null, status: 'To Do' })
  await send(bare('CHG-3', { ...at(13), status: DONE }))
  await send(bare('CHG-3', { ...at(14), status: DONE, summary: 'Told later' }))
  expect(await storedChange(server, 'CHG-3')).toMatchObject({
    submitted_on: '2026-04-26T13:00:00+00:00',
    summary: 'Told later',
  })
})

test('a late older event changes nothing, and what an event does not speak of stays', async () => {
  const fields = { customfield_10076: 'db-1', customfield_10077: 12, updated: '2026-04-26T12:00:00.000+0000' }
  await send(issue('CHG-4', fields))
  const late = issue('CHG-4', { summary: 'Late', updated: '2026-04-26T11:00:00.000+0000' })
  expect(await send(late)).toMatchObject({ outcome: 'older than what is known' })
  await send(bare('CHG-4', { updated: '2026-04-26T13:00:00.000+0000', status: { name: 'Waiting' } }))
  const expected = { status: 'Waiting', cis: ['db-1'], company_id: '12', services: ['Expense'] }
  expect(await storedChange(server, 'CHG-4')).toMatchObject({ ...expected, summary: SAMPLE_CHANGE.summary })
  const cleared = { customfield_10076: null, customfield_10077: null, components: [], reporter: null }
  await send(bare('CHG-4', { updated: '2026-04-26T14:00:00.000+0000', ...cleared }))
  expect(await storedChange(server, 'CHG-4')).toMatchObject({
    cis: [],
    company_id: null,
    services: [],
    submitted_by: null,
    data_centers: ['us2', 'eu2'],
  })
})

test('unknown names are left out and reported: a change does not get lost', async () => {
  const answer = await send(
    issue('CHG-5', {
      components: [{ name: 'Espresso' }, { name: 'travel' }],
      customfield_10070: 'us2, mars',
      customfield_10074: '2026-04-26T10:05:00.000+0000',
      customfield_10075: '2026-04-26T09:00:00.000+0000',
    }),
  )
  expect(answer.detail).toBe(
    "CHG-5 was created; left out: unknown service 'Espresso', unknown data center 'mars'; left out: the actual end, which is before the start",
  )
  expect(await storedChange(server, 'CHG-5')).toMatchObject({
    services: ['Travel'],
    data_centers: ['us2'],
    actual_start: '2026-04-26T10:05:00+00:00',
    actual_end: null,
  })
})

test('a change deleted in Jira is kept and marked; an unknown one is not created', async () => {
  await send(issue('CHG-6', { updated: '2026-04-26T10:00:00.000+0000' }))
  await send(issue('CHG-6', { updated: '2026-04-26T11:00:00.000+0000' }, 'jira:issue_deleted'))
  expect(await storedChange(server, 'CHG-6')).toMatchObject({
    status: 'Deleted',
    summary: SAMPLE_CHANGE.summary,
  })
  expect(await send(issue('CHG-7', {}, 'jira:issue_deleted'))).toMatchObject({ outcome: 'unchanged' })
})

test('an issue of another project is ignored with a reason', async () => {
  expect(await send(issue('HR-1'))).toEqual({
    outcome: 'not for Aviary',
    detail: 'the project HR holds no incidents and no changes',
  })
})

const cisOf = async (id: string) =>
  (await server.db.execute<{ cis: string[] }>(sql`select cis from incidents where jira_id = ${id}`)).rows[0]
    ?.cis

test('an incident keeps its CIs until its source says others', async () => {
  await send(
    issue('OPI-1', { customfield_10076: 'db-1, db-2, db-1', updated: '2026-04-26T10:00:00.000+0000' }),
  )
  expect(await cisOf('OPI-1')).toEqual(['db-1', 'db-2'])
  await send(bare('OPI-1', { summary: 'Still', updated: '2026-04-26T11:00:00.000+0000' }))
  expect(await cisOf('OPI-1')).toEqual(['db-1', 'db-2'])
  await ingest(server, 'incidents', [incidentRecord('OPI-1'), incidentRecord('OPI-2', { cis: ['lb', 'lb'] })])
  expect([await cisOf('OPI-1'), await cisOf('OPI-2')]).toEqual([['db-1', 'db-2'], ['lb']])
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { cis: [] })])
  expect(await cisOf('OPI-1')).toEqual([])
})

test('whatever a signed body holds, the answer is within the contract', async () => {
  const names = [
    'summary',
    'description',
    'status',
    'created',
    'updated',
    'components',
    'issuelinks',
    'reporter',
  ]
  const more = [
    'resolutiondate',
    ...[70, 72, 73, 74, 75, 76, 77].map((fieldNumber) => `customfield_100${fieldNumber}`),
  ]
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-04-26T10:00:00Z', DONE),
    fc.constantFrom<unknown>(
      '🦜'.repeat(6_000),
      'a,'.repeat(500),
      [{ inwardIssue: { key: 'OPI-1' } }],
      1e300,
    ),
  )
  const payload = fc
    .tuple(fc.constantFrom('CHG-90', 'CHG-91'), fc.dictionary(fc.constantFrom(...names, ...more), odd))
    .map(([key, fields]) => bare(key, fields))
  await fc.assert(
    fc.asyncProperty(payload, async (body) => {
      const answer = await post(body)
      expect([200, 400], JSON.stringify(answer.problem)).toContain(answer.status)
      if (answer.status === 200) expect(webhookOutcome.safeParse(answer.body).success).toBe(true)
    }),
    { numRuns: 150 },
  )
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
})
