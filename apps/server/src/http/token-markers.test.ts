import type { Scope } from '@aviary/contract/scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/app.ts'
import { changeRecord, incidentRecord, ingest } from '../../testing/ingest.ts'
import { planEvent } from '../../testing/maintenance.ts'
import { incidentMessages, incidents, putOffUpdates } from '../database/tables/incidents.ts'
import { broadcasts } from '../database/tables/mail.ts'
import { notifications } from '../database/tables/maintenance.ts'

// What internal records, people, companies and addresses leave in the answers to tokens.

const NOW = new Date('2026-08-20T12:00:00Z')
const MARKS = {
  'read:internal': /zebra-internal/i,
  'read:people': /ines\.marked|oleg\.operator|channel-marked|member-marked/i,
  'read:companies': /Marked Company|CODE-marked|987654321/i,
}

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  admin = await server.signInAs('administrator')
  await seed()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const AUTHOR = 'ines.marked@acme.example'

async function seed(): Promise<void> {
  await ingest(server, 'companies', [{ id: 77, name: 'Marked Company', entity_code: 'CODE-marked' }])
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1', {
      affected_users: 987_654_321,
      jira_info: { assignee: AUTHOR, participants: [AUTHOR] },
      slack_info: { channel: 'channel-marked', members: ['member-marked'] },
    }),
    incidentRecord('OPI-2', { is_internal: 'Y', details: 'zebra-internal incident' }),
  ])
  await ingest(server, 'affectedCompanies', [
    { jira_id: 'OPI-1', company_id: 77 },
    { jira_id: 'OPI-2', company_id: 77 },
  ])
  await seedMaintenance()
  await ingest(server, 'changes', [
    changeRecord('before', { submitted_by: AUTHOR, company_id: 'CODE-marked' }),
  ])
  const rows = await server.db.select().from(incidents)
  for (const { incidentId, jiraId } of rows) {
    const message = (title: string, text: string, nextUpdateDue: Date | null = null) => ({
      ...{ incidentId, title, messageType: title, createdBy: AUTHOR, createdDate: NOW, updatedAt: NOW },
      ...{ updatedBy: AUTHOR, nextUpdateDue, body: { en: text } },
    })
    const messages = await server.db
      .insert(incidentMessages)
      .values([
        message('Internal Update', 'zebra-internal message'),
        message(
          'Update',
          jiraId === 'OPI-2' ? 'zebra-internal too' : 'said to all',
          new Date('2026-08-20T13:00Z'),
        ),
      ])
      .returning()
    await server.db.insert(broadcasts).values(
      messages.map(({ messageId, title }) => {
        const isInternal = title.startsWith('Internal') || jiraId === 'OPI-2'
        const subject = isInternal ? 'zebra-internal subject' : 'to all'
        return {
          ...{
            kind: 'incident_message' as const,
            reference: jiraId,
            incidentId,
            messageId,
            messageType: title,
          },
          audience: isInternal ? ('INTERNAL' as const) : ('EXTERNAL' as const),
          contents: { en: { subject, html: '', text: '' } },
          ...{ createdBy: AUTHOR, createdAt: NOW },
        }
      }),
    )
    const promise = messages.find(({ nextUpdateDue }) => nextUpdateDue !== null)
    await server.db.insert(putOffUpdates).values({
      ...{ messageId: promise?.messageId ?? 0, due: new Date('2026-08-20T14:00Z'), putOffBy: AUTHOR },
      ...{ promised: new Date('2026-08-20T13:00Z'), putOffAt: NOW, note: 'zebra-internal note' },
    })
  }
}

/** An event with a notification for all and an internal one, and an internal event. */
async function seedMaintenance(): Promise<void> {
  const during = { start: new Date('2026-08-20T09:00Z'), end: new Date('2026-08-20T15:00Z') }
  const open = await planEvent(server, { title: 'for all', ...during })
  const internal = await planEvent(server, { title: 'zebra-internal event', isInternal: true, ...during })
  await server.db.insert(notifications).values(
    [open, open, internal].map((eventId, index) => {
      const text = { en: index === 0 ? 'told to all' : 'zebra-internal notification' }
      return {
        ...{ eventId, type: 'Personalized Open' as const, title: text.en, body: text, subject: text },
        ...{ startDate: during.start, endDate: during.end, isBroadcast: false, isInternal: index > 0 },
        ...{ commSrc: 'test', createdBy: AUTHOR, createdDate: NOW, updatedBy: AUTHOR, updatedAt: NOW },
      }
    }),
  )
}

const TIMES = { date_range_start: '2026-08-20 00:00:00', date_range_end: '2026-08-21 00:00:00' }

/** Bodies of the reads that have one. */
const BODIES: Record<string, object> = {
  '/api/search_changes/': { search_params: {} },
  '/api/search_changes/timeline/': { search_params: TIMES },
}

/** Reads of the seeded records by each scope. */
const READS: Partial<Record<Scope, string[]>> = {
  'read:incidents': [
    '/api/incidents/',
    '/api/incidents/?messages=false',
    '/api/incidents/?active=false',
    ...['OPI-1', 'OPI-2'].flatMap((id) => [
      `/api/incident_by_jira_id/?jira_id=${id}`,
      `/api/get_messages/?jira_id=${id}`,
      `/api/incidents/timeline/?jira_id=${id}`,
    ]),
  ],
  'read:people': ['/api/incidents/incident_team_data/OPI-1/', '/api/incidents/incident_team_data/OPI-2/'],
  'read:maintenance': [
    '/api/v2/maintenance_event',
    '/api/v2/maintenance_event?notifications=N',
    '/api/v2/maintenance_event/1',
    '/api/v2/maintenance_event/2',
    '/api/v2/maintenance_overlaps/?start_date=2026-08-20T02:00-0700&end_date=2026-08-20T08:00-0700',
    '/api/v2/active_notifications',
  ],
  'read:deliveries': ['/api/broadcasts/', '/api/broadcasts/?reference=OPI-1'],
  'read:subscribers': [
    `/api/subscriber_exists/?email=${AUTHOR}`,
    `/api/v1/get_comm_history/?email=${AUTHOR}`,
    ...[1, 2].map((id) => `/api/v1/explain_mailed/?email=bo@acme.example&broadcast_id=${id}`),
  ],
  'read:changes': [
    ...Object.keys(BODIES),
    '/api/changes/1',
    '/api/changes_before_incident/?jira_id=OPI-1',
    '/api/changes_before_incident/?jira_id=OPI-2',
    '/api/incidents_after_change/?change_id=1',
  ],
  'read:companies': [
    '/api/incidents/affected_companies/?jira_id=OPI-1',
    '/api/incidents/affected_companies/?jira_id=OPI-2',
    '/api/incidents_by_company/?company_id=77',
    '/api/customer_catalog/?search_text=marked',
    '/api/companies/77/',
  ],
}

type Read = { url: string; status: number; text: string }

const inject = (url: string, headers: Record<string, string>) =>
  server.app.inject({
    ...{ url, headers },
    ...(BODIES[url] ? { method: 'POST' as const, payload: BODIES[url] } : {}),
  })

async function read(scopes: Scope[]): Promise<Read[]> {
  const authorization = `Bearer ${await server.createToken(scopes)}`
  const urls = scopes.flatMap((scope) => READS[scope] ?? [])
  return Promise.all(
    urls.map(async (url) => {
      const { statusCode, body } = await inject(url, { authorization })
      return { url, status: statusCode, text: body }
    }),
  )
}

const found = (reads: readonly Read[], mark: RegExp) =>
  reads.filter(({ text }) => mark.test(text)).map(({ url }) => url)

const SUBJECTS = Object.keys(READS) as Scope[]

test.each(SUBJECTS)('a token of %s alone gets nothing of what other scopes show', async (scope) => {
  // People come first, so that their whole answers are in memory when the token asks.
  for (const url of READS[scope] ?? []) await inject(url, { cookie: admin.cookies })
  const reads = await read([scope])
  expect(reads.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
  expect(reads.some(({ status }) => status === 200)).toBe(true)
  for (const [shown, mark] of Object.entries(MARKS))
    if (shown !== scope) expect(found(reads, mark), shown).toEqual([])
  expect(reads.filter(({ url, status }) => url.includes('OPI-2') && status !== 404)).toEqual([])
})

test.each(Object.entries(MARKS))('%s adds what it stands for', async (scope, mark) => {
  const subjects: Scope[] = ['read:incidents', 'read:maintenance', 'read:changes', 'read:deliveries']
  const reads = await read([...subjects, scope as Scope])
  for (const subject of subjects) {
    // Neither maintenance nor broadcasts name companies, and a change has one only as a code.
    const own = found(reads, mark).filter((url) => READS[subject]?.includes(url))
    expect(own.length > 0, subject).toBe(
      scope !== 'read:companies' || !['read:maintenance', 'read:deliveries'].includes(subject),
    )
  }
  for (const [other, otherMark] of Object.entries(MARKS))
    if (other !== scope) expect(found(reads, otherMark), other).toEqual([])
})

test('an internal broadcast is explained only with read:internal', async () => {
  const statusOf = async (scopes: Scope[]) =>
    (await read(scopes)).filter(({ url, status }) => /broadcast_id=1$/.test(url) && status !== 404).length
  expect(await statusOf(['read:subscribers'])).toBe(0)
  expect(await statusOf(['read:subscribers', 'read:internal'])).toBe(1)
})

test('people get whole answers, also after tokens asked', async () => {
  await read(['read:incidents'])
  const url = '/api/incident_by_jira_id/?jira_id=OPI-1'
  const { body } = await server.app.inject({ url, headers: { cookie: admin.cookies } })
  for (const mark of Object.values(MARKS)) expect(body).toMatch(mark)
})
