import { updateRole } from '@aviary/contract/administration/endpoints'
import { createMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { createNotification, updateNotification } from '@aviary/contract/notifications/endpoints'
import { createTemplate } from '@aviary/contract/templates/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { planEvent } from '../../../testing/maintenance.ts'
import { signInWith } from '../../../testing/people.ts'
import { answers, startTranslator, type TestTranslator } from '../../../testing/translator.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { idempotencyKeys } from '../../database/tables/operations.ts'

// Translation takes seconds, so it runs before the transaction and no other request waits for it.

const POOL = 10

let translator: TestTranslator
let server: TestApp
let manager: Person
let operator: Person
let eventId: number
/** Releases the pending translation requests for Japanese. */
const pendingAnswers: (() => void)[] = []
beforeAll(async () => {
  translator = await startTranslator()
  server = await openTestApp({ environment: { TRANSLATE_URL: translator.url } })
  manager = await server.signInAs('incident_manager')
  operator = await server.signInAs('operator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  eventId = await planEvent(server)
})
afterEach(releaseAnswers)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await translator.close()
})

function holdAnswers() {
  translator.requests.length = 0
  translator.behave('ja', (response, question) => {
    pendingAnswers.push(() => answers(({ q }) => `[ja] ${q}`)(response, question))
  })
}
function releaseAnswers() {
  translator.behave('ja', undefined)
  for (const answer of pendingAnswers.splice(0)) answer()
}
const waitForRequests = (questions: number) => waitFor(() => expect(pendingAnswers).toHaveLength(questions))

const draft = (changes: object = {}) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Update',
  body: '<p>We look</p>',
  broadcast: 'Y' as const,
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
  ...changes,
})
const post = (changes: object = {}, headers = {}, person = manager) =>
  person.call(createMessage, { body: draft(changes), headers })
const notification = (changes: object = {}) => ({
  ...{ mwin_id: eventId, n_type: 'Maintenance Announcement' as const, title: 'Storage upgrade' },
  ...{ body: '<p>Slow calls</p>', broadcast: 'N' as const, is_test: 'N' as const, comm_src: 'Aviary' },
  created_by: operator.email,
  ...changes,
})
const notify = (body: object) => operator.call(createNotification, { body: body as never })

/** Writes that call the translator. */
const WRITES = {
  'create a message': async () => () => post(),
  'edit a message': async () => {
    const { id } = (await post({ broadcast: 'N' })).body.message
    const { jira_id, priority_type, message_type } = draft()
    const edited = { jira_id, priority_type, message_type, message_id: id, language: 'en' }
    return (index: number) =>
      manager.call(updateMessage, { body: { ...edited, body: `<p>Edit ${index}</p>`, relocalize: 'Y' } })
  },
  'create a notification': async () => () => notify(notification()),
  'edit a notification': async () => {
    const { id } = (await notify(notification())).body.notification
    const edited = { ...notification(), notification_id: id, relocalize: 'Y' }
    return (index: number) =>
      operator.call(updateNotification, { body: { ...edited, title: `Edit ${index}` } as never })
  },
}

test.each(Object.entries(WRITES))(
  '%s: as many as there are database connections keep no other write waiting',
  async (_, open) => {
    const write = await open()
    holdAnswers()
    let done = 0
    const writes = Array.from({ length: POOL }, async (_, index) => {
      const { status } = await write(index)
      done += 1
      return status
    })
    await waitForRequests(POOL)
    const template = { template_type: 'notification' as const, title: 'A', body: '<p>A</p>' }
    const other = await manager.call(createTemplate, {
      body: { ...template, notification_type: 'Maintenance Announcement' },
    })
    expect([other.status, done]).toEqual([200, 0])
    releaseAnswers()
    expect(await Promise.all(writes)).toEqual(writes.map(() => 200))
  },
)

test('a right withdrawn during the translation prevents the message', async () => {
  const [person, administrator] = [
    await signInWith(server, ['create_p1_message']),
    await server.signInAs('administrator'),
  ]
  holdAnswers()
  const before = await server.db.$count(incidentMessages)
  const posted = post({}, {}, person)
  await waitForRequests(1)
  const withdrawn = await administrator.call(updateRole, { body: { role_id: person.roleId, action_ids: [] } })
  expect(withdrawn.status).toBe(200)
  releaseAnswers()
  expect((await posted).status).toBe(403)
  expect(await server.db.$count(incidentMessages)).toBe(before)
})

test('an incident made internal during the translation refuses a public message', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-2')])
  holdAnswers()
  const posted = post({ jira_id: 'OPI-2' })
  await waitForRequests(1)
  await ingest(server, 'incidents', [incidentRecord('OPI-2', { is_internal: 'Y' })])
  releaseAnswers()
  expect((await posted).problem.errors?.[0]?.path).toBe('body.message_type')
})

test('the mails state the incident as it is when the message is stored', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-3')])
  const key = 'waits-in-its-transaction'
  const posts: ReturnType<typeof post>[] = []
  await expect(
    server.db.transaction(async (transaction) => {
      // Acts as a concurrent request with the same key, whose transaction is rolled back below.
      await transaction.insert(idempotencyKeys).values({
        ...{ caller: manager.email, endpoint: createMessage.path, key, requestHash: 'x' },
        createdAt: server.now(),
      })
      posts.push(post({ jira_id: 'OPI-3' }, { 'idempotency-key': key }))
      await expect.poll(countWaiting).toBe(1)
      await ingest(server, 'incidents', [incidentRecord('OPI-3', { affected_services: ['Travel'] })])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const [posted] = await Promise.all(posts)
  const [mail] = await server.db
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.broadcastId, posted?.body.broadcast_id ?? 0))
  expect(mail?.contents.ja?.subject).toBe('障害：Travel（us2）')
})

/** Counts transactions that wait for another transaction to end. */
const countWaiting = async () =>
  (
    await server.db.execute(sql`select from pg_stat_activity
      where wait_event = 'transactionid' and datname = current_database()`)
  ).rows.length

test('an Idempotency-Key returns its first answer without translating again, even if the incident has changed', async () => {
  await ingest(server, 'incidents', [incidentRecord('OPI-4')])
  const key = { 'idempotency-key': 'before-it-was-internal' }
  const first = await post({ jira_id: 'OPI-4' }, key)
  await ingest(server, 'incidents', [incidentRecord('OPI-4', { is_internal: 'Y' })])
  expect((await post({ jira_id: 'OPI-4' })).status).toBe(400)
  translator.requests.length = 0
  const again = await post({ jira_id: 'OPI-4' }, key)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
  expect(translator.requests).toEqual([])
  expect((await post({ jira_id: 'OPI-4', body: '<p>Another</p>' }, key)).status).toBe(409)
})
