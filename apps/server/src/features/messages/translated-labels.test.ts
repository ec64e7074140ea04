import { createMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { waitFor } from '../../../testing/wait-for.ts'

// Subject, heading and labels of a mail in the language of its body (spec 2 §9).

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  const alertTypes = ['Update', 'Service Restored']
  await subscribe(server, 'ana@example.com', { alertTypes })
  await subscribe(server, 'jun@example.com', { locale: 'ja', alertTypes })
  await subscribe(server, 'uwe@example.com', { locale: 'de', alertTypes })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Posts a message in English, Japanese and German, and returns its mails by recipient, as they arrived over SMTP. */
async function mailed(message_type: string, email_template_data: Record<string, string>) {
  const { status } = await manager.call(createMessage, {
    body: {
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type,
      body: { en: '<p>123</p>', ja: '<p>123</p>', de: '<p>123</p>' },
      broadcast: 'Y',
      email_template_data,
    },
  })
  expect(status).toBe(200)
  const smtp = await startSmtp()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(
    async () => expect((await server.db.execute(sql`select 1 from delivery_queue`)).rows).toEqual([]),
    { interval: 20 },
  )
  await worker.stop()
  await smtp.close()
  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => [to, await smtp.read(index)] as const),
  )
  return Object.fromEntries(mails)
}

test('type and labels are in the language of the mail, and English ones stay as they are', async () => {
  const mails = await mailed('Service Restored', { resolution: '4', resolved_at: '5' })
  const [english, japanese, german] = ['ana', 'jun', 'uwe'].map((name) => mails[`${name}@example.com`])
  expect(english?.subject).toBe('Outage: Expense in us2')
  expect(english?.text).toContain('Outage: Expense in us2 — Service Restored')
  expect(english?.text).toContain('Resolved At: 5')
  expect(japanese?.subject).toBe('障害：Expense（us2）')
  expect(japanese?.text).toContain('障害：Expense（us2） — サービス復旧')
  expect(japanese?.text).toContain('解決内容: 4')
  expect(japanese?.text).toContain('解決日時: 5')
  expect(german?.subject).toBe('Ausfall: Expense in us2')
  expect(german?.text).toContain('Ausfall: Expense in us2 — Dienst wiederhergestellt')
  expect(german?.text).toContain('Behebung: 4')
  expect(german?.text).toContain('Zeitpunkt der Behebung: 5')
})

test('a Japanese mail has no English words but names', async () => {
  const mails = await mailed('Update', { current_status: '1', next_update: '2' })
  const { subject, text, html } = mails['jun@example.com'] ?? {}
  const shown = (html ?? '').replace(/<(style|title).*?<\/\1>|<[^>]+>/gs, ' ')
  const words = `${subject} ${text} ${shown}`.replace(/https?:\S+/g, '').match(/[A-Za-z][\w-]*/g) ?? []
  expect([...new Set(words)].sort()).toEqual(['Acme', 'Expense', 'UTC', 'us2'])
})
