import { getIncidentByJiraId, getMessages, listIncidents } from '@aviary/contract/incidents/endpoints'
import {
  createMessage,
  deleteMessage,
  previewMessage,
  updateMessage,
} from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { lastAudit } from '../../../testing/queries.ts'
import { broadcasts } from '../../database/tables/mail.ts'
import { personalize } from '../../mail/public.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const inMinutes = (minutes: number) => at(minutes).toISOString()

let server: TestApp
let manager: Person
let number = 0
/** Id of the current test's incident; each test gets a new incident. */
let jiraId = ''
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
})
beforeEach(async () => {
  server.setNow(NOW)
  jiraId = await openIncident()
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function openIncident(changes: Record<string, unknown> = {}): Promise<string> {
  number += 1
  const id = `OPI-${number}`
  await ingest(server, 'incidents', [incidentRecord(id, changes)])
  return id
}

const draft = (changes: object = {}) => ({
  jira_id: jiraId,
  priority_type: 'P1' as const,
  message_type: 'Update',
  body: '<p>We look</p>',
  broadcast: 'N' as const,
  ...changes,
})
const post = (changes: object = {}) => manager.call(createMessage, { body: draft(changes) })
/**
 * Posts a message some minutes after NOW; `promised`: minutes after NOW at which it promises the next update,
 * null for none.
 */
async function postAt(minutes: number, promised: number | null, changes: object = {}) {
  server.setNow(at(minutes))
  const due = promised === null ? {} : { next_update_due: inMinutes(promised) }
  const { status, body } = await post({ ...due, ...changes })
  expect(status).toBe(200)
  return body.message
}
const edit = (message: { id: number }, changes: object) =>
  manager.call(updateMessage, {
    body: {
      ...{ message_id: message.id, jira_id: jiraId, priority_type: 'P1', message_type: 'Update' },
      ...{ body: '<p>We look</p>', language: 'en', ...changes },
    },
  })

/** Reads the next update from each call that returns it; all must agree. */
async function nextUpdate(): Promise<string | null | undefined> {
  const lists = await Promise.all(
    ['true', 'false'].map(async (messages) => {
      const { payload } = (await manager.call(listIncidents, { query: { messages } })).body
      return payload.find((incident) => incident.jiraId === jiraId)?.nextUpdateDue
    }),
  )
  const { payload } = (await manager.call(getIncidentByJiraId, { query: { jira_id: jiraId } })).body
  expect(lists).toEqual([payload.nextUpdateDue, payload.nextUpdateDue])
  return payload.nextUpdateDue
}

describe('a promised next update', () => {
  test('is shown with the incident and its message, also when it is missed, and is in the audit log', async () => {
    expect(await nextUpdate()).toBeNull()
    const message = await postAt(0, 30)
    expect(message.next_update_due).toBe(inMinutes(30))
    expect((await lastAudit(server))?.context).toMatchObject({ after: { next_update_due: inMinutes(30) } })
    expect(await nextUpdate()).toBe(inMinutes(30))
    server.setNow(at(60))
    expect(await nextUpdate()).toBe(inMinutes(30))
    const { messages } = (await manager.call(getMessages, { query: { jira_id: jiraId } })).body
    expect(messages.map(({ next_update_due }) => next_update_due)).toEqual([inMinutes(30)])
  })

  test('is read with any offset', async () => {
    await post({ next_update_due: '2026-08-20T14:30:00+02:00' })
    expect(await nextUpdate()).toBe(inMinutes(30))
  })

  test('is fulfilled by the next message, which may carry a promise of its own', async () => {
    await postAt(0, 30)
    await postAt(20, 50)
    expect(await nextUpdate()).toBe(inMinutes(50))
    const last = await postAt(40, null)
    expect(await nextUpdate()).toBeNull()
    const { status } = await manager.call(deleteMessage, {
      body: { message_id: last.id, jira_id: jiraId, priority_type: 'P1' },
    })
    expect(status).toBe(200)
    expect(await nextUpdate()).toBe(inMinutes(50))
  })

  test('is fulfilled by a message that another system sent', async () => {
    await postAt(0, 30)
    const message = { key: '1', title: 'Update', created_date: inMinutes(10), body: { en: '<p>So far</p>' } }
    await ingest(server, 'incidents', [incidentRecord(jiraId, { messages: [message] })])
    expect(await nextUpdate()).toBeNull()
  })

  test('made to customers is not fulfilled by an internal message', async () => {
    const internal = { message_type: 'Internal Update' }
    await postAt(0, 30)
    await postAt(10, null, internal)
    expect(await nextUpdate()).toBe(inMinutes(30))
    await postAt(11, 20, internal)
    expect(await nextUpdate()).toBe(inMinutes(20))
    await postAt(12, 60, internal)
    expect(await nextUpdate()).toBe(inMinutes(30))
    await postAt(13, null)
    expect(await nextUpdate()).toBeNull()
  })

  test('on an internal incident is fulfilled by the next internal message', async () => {
    jiraId = await openIncident({ is_internal: 'Y' })
    const internal = { message_type: 'Internal Update' }
    await postAt(0, 30, internal)
    expect(await nextUpdate()).toBe(inMinutes(30))
    await postAt(10, null, internal)
    expect(await nextUpdate()).toBeNull()
  })

  test('ends with its incident, also with a planned end', async () => {
    await ingest(server, 'incidents', [incidentRecord(jiraId, { end_date: inMinutes(10) })])
    await postAt(0, 30)
    server.setNow(at(10))
    expect(await nextUpdate()).toBe(inMinutes(30))
    server.setNow(at(11))
    const { payload } = (await manager.call(getIncidentByJiraId, { query: { jira_id: jiraId } })).body
    expect(payload.nextUpdateDue).toBeNull()
    jiraId = await openIncident()
    await postAt(0, 30)
    await ingest(server, 'incidents', [incidentRecord(jiraId, { status: 'RESOLVED' })])
    const resolved = (await manager.call(getIncidentByJiraId, { query: { jira_id: jiraId } })).body.payload
    expect(resolved.nextUpdateDue).toBeNull()
  })

  test.each([
    ['2026-08-20T12:00:00Z', 'must be later than now'],
    ['2026-08-27T12:00:01Z', 'must be within 7 days'],
    ['13:00 UTC', 'use a time such as 2026-08-20T14:43:00Z'],
    ['2026-08-20T13:00:00', 'use a time such as 2026-08-20T14:43:00Z'],
  ])('%s is refused by the call, its preview and an edit', async (next_update_due, detail) => {
    const message = await postAt(0, null)
    const changes = { next_update_due }
    const refused = [
      await post(changes),
      await manager.call(previewMessage, { body: draft(changes) }),
      await edit(message, changes),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    for (const { problem } of refused) expect(problem.detail).toBe(`body.next_update_due: ${detail}`)
    expect(await nextUpdate()).toBeNull()
  })

  test('may be seven days ahead, or null for none', async () => {
    expect((await post({ next_update_due: '2026-08-27T12:00:00Z' })).status).toBe(200)
    expect((await post({ next_update_due: null })).body.message.next_update_due).toBeNull()
  })
})

describe('an edit', () => {
  test('keeps the promise, changes it alone, and takes it away', async () => {
    const message = await postAt(0, 30)
    expect((await edit(message, { body: '<p>Better</p>' })).body.message.next_update_due).toBe(inMinutes(30))
    const same = { body: '<p>Better</p>' }
    expect((await edit(message, { ...same, next_update_due: inMinutes(45) })).status).toBe(200)
    expect(await nextUpdate()).toBe(inMinutes(45))
    expect((await lastAudit(server))?.context).toMatchObject({
      before: { next_update_due: inMinutes(30) },
      after: { next_update_due: inMinutes(45) },
    })
    const unchanged = await edit(message, { ...same, next_update_due: inMinutes(45) })
    expect([unchanged.status, unchanged.problem.detail]).toEqual([400, 'body.body: Must Change A Value'])
    expect((await edit(message, { ...same, next_update_due: null })).status).toBe(200)
    expect(await nextUpdate()).toBeNull()
  })

  test('of a missed promise may leave it as it was', async () => {
    const message = await postAt(0, 30)
    server.setNow(at(60))
    const { status } = await edit(message, { body: '<p>Late</p>', next_update_due: inMinutes(30) })
    expect([status, await nextUpdate()]).toEqual([200, inMinutes(30)])
  })
})

describe('the mails', () => {
  const broadcast = (changes: object = {}) => ({
    ...{ broadcast: 'Y', body: { en: '<p>We look</p>', ja: '<p>調査中</p>' } },
    ...{ email_template_data: { current_status: 'Looking' }, next_update_due: inMinutes(150) },
    ...changes,
  })
  const preview = async (changes: object) => {
    const { body } = await manager.call(previewMessage, { body: draft(changes) })
    return Object.fromEntries(body.mails.map((mail) => [mail.locale, mail]))
  }

  test('state the promised time in their own language, as the preview showed them', async () => {
    for (const empty of [{}, { next_update: ' ' }]) {
      const changes = broadcast({ email_template_data: { current_status: 'Looking', ...empty } })
      const previewed = await preview(changes)
      expect(previewed.en?.text).toContain('Next Update: Aug 20, 2026, 14:30 UTC')
      expect(previewed.ja?.text).toContain('2026年8月20日 14:30 UTC')
      expect(previewed.ja?.text).not.toContain('Aug 20')
      const { status } = await post(changes)
      expect(status).toBe(200)
      const stored = (await server.db.select().from(broadcasts)).at(-1)?.contents
      expect(Object.keys(stored ?? {})).toEqual(['en', 'ja'])
      for (const [locale, mail] of Object.entries(stored ?? {}))
        expect(personalize(mail, 'http://localhost:8080/subscriptions')).toMatchObject({
          html: previewed[locale]?.html,
          text: previewed[locale]?.text,
        })
    }
  })

  test('keep a text that was typed, with or without a time', async () => {
    const typed = { email_template_data: { current_status: 'Looking', next_update: 'in an hour' } }
    for (const changes of [broadcast(typed), broadcast({ ...typed, next_update_due: undefined })]) {
      const { en, ja } = await preview(changes)
      expect(en?.text).toContain('Next Update: in an hour')
      expect(ja?.text).toContain('in an hour')
      expect(en?.text).not.toContain('14:30')
      expect((await post(changes)).status).toBe(200)
    }
    expect(await nextUpdate()).toBeNull()
  })

  test('need all other fields, and the text when no time is given', async () => {
    const without = await post(broadcast({ next_update_due: undefined }))
    expect(without.problem.detail).toBe('body.email_template_data.next_update: Next Update required')
    const other = await post(broadcast({ email_template_data: {} }))
    expect(other.problem.detail).toBe('body.email_template_data.current_status: Current Status required')
  })

  test('of a type without such a field state the promised time as well', async () => {
    const { en, ja } = await preview(
      broadcast({
        message_type: 'Service Restored',
        email_template_data: { resolution: 'Restarted', resolved_at: '12:00 UTC' },
      }),
    )
    expect(en?.text).toContain('Next update: Aug 20, 2026, 14:30 UTC')
    expect(ja?.text).toContain('次回更新: 2026年8月20日 14:30 UTC')
  })
})
