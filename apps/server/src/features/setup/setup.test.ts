import { getSetup, hideSetup } from '@aviary/contract/setup/endpoints'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest, offer, statusRecord } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'
import { auditLog } from '../../database/tables/audit.ts'

let server: TestApp
afterEach(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** An empty installation, as the first start leaves it without demo data. */
async function openEmpty(environment: Record<string, string> = {}): Promise<TestApp> {
  server = await openTestApp({ environment })
  return server
}

const setupAs = async (role: Parameters<TestApp['signInAs']>[0]) =>
  (await (await server.signInAs(role)).call(getSetup)).body

test('an administrator sees every step with its facts, all others only who is on it', async () => {
  await openEmpty({ PUBLIC_URL: 'http://aviary.example', MAIL_SENDER: 'Status <status@acme.example>' })
  const { state, administrators, steps } = await setupAs('administrator')
  expect([state, administrators]).toEqual(['open', ['ada.admin@acme.example']])
  expect(steps).toMatchObject({
    administrator: { done: true, administrators: 1 },
    reference: { done: true, services: 14, data_centers: 7 },
    sources: { done: false },
    mail: {
      done: false,
      is_configured: false,
      sender: 'Status <status@acme.example>',
      accepted_date: null,
    },
    people: { done: true, sign_in: 'demo', people: 5, mapped_groups: 0 },
  })
  expect(steps?.sources.alertmanager).toEqual({
    url: 'http://aviary.example/api/webhooks/alertmanager',
    secret_in: 'token',
    last_taken_date: null,
    refused: 0,
    refused_kinds: [],
  })
  expect(await setupAs('support')).toEqual({ state: 'open', administrators: ['ada.admin@acme.example'] })
  const holder = await signInWith(server, ['view_admin_page'])
  expect((await holder.call(getSetup)).body.steps?.sources.done).toBe(false)
})

test('secrets are named by where they are, never told', async () => {
  await openEmpty({ JIRA_WEBHOOK_SECRET: 'a secret of the tests' })
  await server.db.execute(sql`update service_tokens set revoked_at = now()`)
  const { steps } = await setupAs('administrator')
  expect(steps?.sources.jira.secret_in).toBe('setting')
  expect(steps?.sources.github.secret_in).toBe('file')
  expect(steps?.sources.alertmanager.secret_in).toBeNull()
  expect(JSON.stringify(steps)).not.toContain('a secret of the tests')
})

test('the source step is done with the first status, and says what was refused for an unknown name', async () => {
  await openEmpty()
  await offer(server, 'status', [statusRecord({ service: 'Espresso' }), statusRecord({ service: 'Travel' })])
  const { state, steps } = await setupAs('administrator')
  expect([state, steps?.sources.done]).toEqual(['open', true])
  expect(steps?.sources.api).toMatchObject({
    last_taken_date: server.now().toISOString(),
    refused: 1,
    refused_kinds: ['service'],
  })
  expect(steps?.sources.jira.last_taken_date).toBeNull()
})

test('a record that was refused has not been taken; an incident of our own is no source', async () => {
  await openEmpty()
  await offer(server, 'status', [statusRecord({ service: 'Espresso' })])
  await server.db.execute(sql`insert into incidents
    (jira_id, priority_type, severity, status, start_date, sla_end_date, created_at, updated_at)
    values ('AVI-1', 'P1', 'OUTAGE', 'ACTIVE', now(), now(), now(), now())`)
  const { steps } = await setupAs('administrator')
  expect([steps?.sources.done, steps?.sources.api.last_taken_date]).toEqual([false, null])
})

test('it is done for everybody once a source has reported and a mail was accepted', async () => {
  await openEmpty({ SMTP_URL: 'smtp://127.0.0.1:9' })
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  expect((await setupAs('administrator')).state).toBe('open')
  await server.db.execute(sql`insert into broadcasts (kind, reference, message_type, audience, contents, created_by, created_at)
    values ('incident_message', 'OPI-1', 'Update', 'INTERNAL', '{}', 'ada', now())`)
  const mailed = (response: string) =>
    server.db.execute(sql`insert into deliveries (broadcast_id, email, locale, state, response, created_at)
      select broadcast_id, ${`${response}@acme.example`}, 'en', 'sent', ${response}, now() from broadcasts`)
  await mailed('kept in the outbox')
  expect((await setupAs('support')).state).toBe('open')
  await mailed('250 OK')
  expect(await setupAs('support')).toEqual({ state: 'done', administrators: [] })
  expect(await setupAs('administrator')).toEqual({ state: 'done', administrators: [] })
})

test('nobody is asked to set up an installation with demo data', async () => {
  await openEmpty()
  await server.db.execute(sql`insert into secrets (name, value) values ('demo-data', '"id"')`)
  expect(await setupAs('administrator')).toEqual({ state: 'done', administrators: [] })
})

test('an administrator hides the list for everybody and for good; others cannot', async () => {
  await openEmpty()
  const support = await server.signInAs('support')
  const refused = await support.call(hideSetup)
  expect([refused.status, refused.problem.detail]).toEqual([403, expect.stringContaining('view_admin_page')])
  const ada = await server.signInAs('administrator')
  expect((await ada.call(hideSetup)).body).toEqual({ state: 'done' })
  expect((await ada.call(hideSetup)).status).toBe(200)
  expect((await ada.call(getSetup)).body.state).toBe('done')
  expect((await support.call(getSetup)).body.state).toBe('done')
  const rows = await server.db.select().from(auditLog).where(eq(auditLog.actionName, 'Hide Setup'))
  expect(rows.map(({ userEmail, context }) => [userEmail, context?.before, context?.after])).toEqual([
    [ada.email, { is_hidden: false }, { is_hidden: true }],
    [ada.email, { is_hidden: true }, { is_hidden: true }],
  ])
})
