import { getMessages } from '@aviary/contract/incidents/endpoints'
import {
  createMessage,
  deleteMessage,
  previewMessage,
  suggestMessage,
} from '@aviary/contract/messages/endpoints'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startTranslator, type TestTranslator } from '../../../testing/translator.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let translator: TestTranslator
let server: TestApp
let manager: Person
let number = 0
let jiraId = ''
beforeAll(async () => {
  translator = await startTranslator()
  server = await openTestApp({ now: NOW, environment: { TRANSLATE_URL: `${translator.url}/` } })
  manager = await server.signInAs('incident_manager')
})
beforeEach(() => openIncident())
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await translator.close()
})

async function openIncident(changes: Record<string, unknown> = {}): Promise<void> {
  number += 1
  jiraId = `OPI-${number}`
  await ingest(server, 'incidents', [incidentRecord(jiraId, changes)])
}

const FIELDS = { current_status: 'Fixing', next_update: '15:00 UTC' }

const draft = (changes: object = {}) => ({
  ...{ jira_id: jiraId, priority_type: 'P1' as const, message_type: 'Update' },
  ...{ body: '<p>We look</p>' as string | Record<string, string>, broadcast: 'N' as const, ...changes },
})
const post = (changes: object = {}) => manager.call(createMessage, { body: draft(changes) })
const suggest = async () => (await manager.call(suggestMessage, { query: { jira_id: jiraId } })).body

describe('what the next message begins with', () => {
  test('nothing on an incident without messages', async () => {
    expect(await suggest()).toEqual({
      ...{ last_message: null, message_type: null, email_fields: {}, next_update_due: null, languages: [] },
    })
  })

  test('an update with the e-mail fields and languages of the last message, but never its promised time', async () => {
    await post({ email_fields: { current_status: 'Looking' }, message_type: 'Initial Notification' })
    const fields = { current_status: 'Failing over', next_update: '15:00 UTC' }
    const body = { en: '<p>We look</p>', de: '<p>Wir suchen</p>', ja: '<p>調査中</p>' }
    const { body: posted } = await post({ body, broadcast: 'Y', email_template_data: fields })
    expect(await suggest()).toMatchObject({
      last_message: { message_id: posted.message.message_id, created_by: manager.email },
      message_type: 'Update',
      email_fields: { current_status: 'Failing over' },
      languages: ['de', 'ja'],
    })
  })

  test('a message without e-mail fields does not hide those of the one before', async () => {
    await post({ email_fields: { current_status: 'Looking' } })
    await post({ email_fields: { current_status: ' ' } })
    expect((await suggest()).email_fields).toEqual({ current_status: 'Looking' })
  })

  test('nothing of an internal message for one that customers may read', async () => {
    await post({ email_fields: { current_status: 'Failing over' } })
    await post({
      ...{ message_type: 'Internal Update', body: { en: '<p>Ours</p>', de: '<p>Unser</p>' } },
      ...{ email_fields: { current_status: 'Vendor X' }, next_update_due: '2026-08-20T13:00:00Z' },
    })
    expect(await suggest()).toMatchObject({
      ...{ last_message: { title: 'Internal Update' }, message_type: 'Update' },
      ...{ email_fields: { current_status: 'Failing over' }, next_update_due: null, languages: [] },
    })
  })

  test('the promised time if it is far enough ahead, otherwise one as long from now', async () => {
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
    await post({ next_update_due: at(62).toISOString() })
    for (const [minutes, suggested] of [
      [0, 62],
      [52, 62],
      [53, 115],
      [100, 165],
    ] as const) {
      server.setNow(at(minutes))
      expect((await suggest()).next_update_due).toBe(at(suggested).toISOString())
    }
    server.setNow(NOW)
    await post()
    expect((await suggest()).next_update_due).toBeNull()
  })

  test('no type after Service Restored, an internal one on an internal incident', async () => {
    await post({ message_type: 'Service Restored' })
    expect((await suggest()).message_type).toBeNull()
    await openIncident({ is_internal: 'Y' })
    await post({ message_type: 'Internal Notification' })
    expect((await suggest()).message_type).toBe('Internal Update')
  })

  test('is for those who may post on an incident of that priority', async () => {
    const reader = await server.signInAs('support')
    expect((await reader.call(suggestMessage, { query: { jira_id: jiraId } })).status).toBe(403)
    expect((await manager.call(suggestMessage, { query: { jira_id: 'OPI-none' } })).status).toBe(404)
  })
})

test('a preview while one writes asks no translator, and needs no e-mail field yet', async () => {
  const asked = translator.requests.length
  const body = { ...draft({ body: { en: 'We look', fr: 'Nous cherchons' } }), translate: false }
  const { status, body: preview } = await manager.call(previewMessage, { body })
  expect([status, preview.mails.map(({ locale }) => locale), preview.translations]).toEqual([
    200,
    ['en', 'fr'],
    {},
  ])
  expect(preview.fallback_locales).not.toContain('fr')
  expect(translator.requests).toHaveLength(asked)
})

describe('a message whose author has not seen the newest one', () => {
  const messages = async () => (await manager.call(getMessages, { query: { jira_id: jiraId } })).body.messages

  test('is refused with that one, and nothing is stored', async () => {
    const { body: first } = await post()
    const refused = await post({ after_message: null, broadcast: 'Y', email_template_data: FIELDS })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      detail: `${manager.email} has posted 'Update' on ${jiraId} meanwhile: read it first. Nothing has been posted or sent.`,
      current: { message_id: first.message.message_id },
    })
    expect(await messages()).toHaveLength(1)
    expect((await post({ after_message: first.message.message_id })).status).toBe(200)
  })

  test('is taken when the one seen has been deleted, or when the author names none', async () => {
    await post()
    const seen = (await post()).body.message
    const body = { message_id: seen.id, priority_type: 'P1' as const, jira_id: jiraId }
    expect((await manager.call(deleteMessage, { body })).status).toBe(200)
    expect((await post({ after_message: seen.id })).status).toBe(200)
    expect((await post()).status).toBe(200)
  })

  test('of ten at the same moment one is posted', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ after_message: null })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await messages()).toHaveLength(1)
  })
})

describe('a message that waits for somebody who changes the incident', () => {
  /** Posts while a transaction that has run `statement` is open; that transaction commits a second later. */
  async function postBehind(statement: SQL, changes: object = {}) {
    const hasRun = Promise.withResolvers<void>()
    const isWaiting = Promise.withResolvers<void>()
    const other = server.db.transaction(async (transaction) => {
      await transaction.execute(statement)
      hasRun.resolve()
      await isWaiting.promise
    })
    await hasRun.promise
    const posted = post(changes)
    await new Promise((done) => setTimeout(done, 1_000))
    isWaiting.resolve()
    await other
    return posted
  }

  test('goes by what it is then: an incident that became internal is not mailed outside', async () => {
    const changes = { broadcast: 'Y', email_template_data: FIELDS }
    const became = sql`update incidents set is_internal = true where jira_id = ${jiraId}`
    const { status, body } = await postBehind(became, changes)
    expect([status, body]).toMatchObject([400, { detail: expect.stringContaining('is internal') }])
  })

  test('is refused when the incident is gone', async () => {
    const { status } = await postBehind(sql`delete from incidents where jira_id = ${jiraId}`)
    expect(status).toBe(404)
  })

  test('sees what a client posted that names no message', async () => {
    const theirs = sql`with locked as (
        select incident_id from incidents where jira_id = ${jiraId} for no key update
      ) insert into incident_messages (incident_id, title, message_type, created_date, created_by, body)
      select incident_id, 'Update', 'Update', now(), 'old@client.example', '{}' from locked`
    expect((await postBehind(theirs, { after_message: null })).status).toBe(409)
  })
})
