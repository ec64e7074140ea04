import { createMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { deliverAll } from '../../../testing/security.ts'
import { subscribe } from '../../../testing/subscribers.ts'

let server: TestApp
let manager: Person
let unsubscribing: string
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
  unsubscribing = await subscribe(server, 'ana@example.com', { alertTypes: ['Update'] })
})
beforeEach(() =>
  server.db.execute(sql`truncate delivery_events, delivery_queue, deliveries, broadcasts cascade`),
)
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Creates a message with a broadcast and returns the mail that a subscriber gets. */
async function sendMessage(body: string, fields: object = {}) {
  const email_template_data = { current_status: 'Looking', next_update: '13:00 UTC', ...fields }
  const draft = {
    jira_id: 'OPI-1',
    priority_type: 'P1' as const,
    message_type: 'Update',
    broadcast: 'Y' as const,
  }
  const { status } = await manager.call(createMessage, { body: { ...draft, body, email_template_data } })
  expect(status).toBe(200)
  const [arrived] = await deliverAll(server)
  return { html: arrived?.mail.html ?? '', text: arrived?.mail.text ?? '' }
}

const MARK = '%%aviary-unsubscribe%%'

test('the unsubscribe link appears in no address that an author wrote', async () => {
  const written = [MARK, `%%${MARK}%%`, `%%aviary-${MARK}unsubscribe%%`, '%%aviary-<b></b>unsubscribe%%']
  const body = written
    .map((mark) => `<p><a href="https://evil.example/?u=${mark}">a</a> https://evil.example/?v=${mark}</p>`)
    .join('')
  const { html, text } = await sendMessage(body, { current_status: `https://evil.example/?w=${MARK}` })
  // The unsubscribe link occurs exactly once: at the end of the mail.
  expect(html.split(unsubscribing)).toHaveLength(2)
  expect(text.split(unsubscribing)).toHaveLength(2)
  expect(html).toContain('https://evil.example/?u=')
  expect(html.slice(html.lastIndexOf('evil.example'))).toContain(unsubscribing)
})

test('tables, rules and definitions are readable in a mail, as HTML and as text', async () => {
  const { html, text } = await sendMessage(
    `<div>First block</div><div>Second block</div><hr>
    <table><tr><th colspan="2">Service and cause</th></tr><tr><td>Expense</td><td>Queue full</td></tr></table>
    <dl><dt>Impact</dt><dd>Slow reports</dd></dl><p>End</p>`,
  )
  expect(html).toMatch(/<table style="border-collapse:collapse[^"]*max-width:100%">/)
  expect(html).toMatch(
    /<th colspan="2" style="border:1px solid [^"]*overflow-wrap:anywhere[^"]*">Service and cause</,
  )
  expect(html).toMatch(/<hr style="[^"]+">/)
  expect(html).toMatch(/<dt style="font-weight:bold">Impact<\/dt><dd style="[^"]+">Slow reports</)
  const lines = text.split('\n').map((line) => line.trim().replace(/ {2,}/g, '  '))
  expect(lines).toEqual(expect.arrayContaining(['First block', 'Second block', '-'.repeat(40)]))
  expect(lines).toContain('Service and cause')
  expect(lines).toContain('Expense  Queue full')
  expect(lines).toEqual(expect.arrayContaining(['Impact', 'Slow reports', 'End']))
})
