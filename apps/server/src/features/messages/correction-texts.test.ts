import { correctMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { runOn } from '../../../testing/queries.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { watchTurns } from '../../../testing/turns.ts'

// Texts of the mails that correct an earlier mail.

const NOW = new Date('2026-08-20T12:00:00Z')
const INCIDENT = { jira_id: 'OPI-1', priority_type: 'P1' as const }

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1', { affected_services: ['Expense'] })])
})
beforeEach(async () => {
  await runOn(server, 'truncate subscribers cascade; truncate delivery_queue; truncate broadcasts cascade')
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'bo@example.com', { locale: 'ja' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

async function post(body: Record<string, string>): Promise<number> {
  const draft = {
    ...{ ...INCIDENT, message_type: 'Update', body, broadcast: 'Y' as const },
    email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
  }
  return (await manager.call(createMessage, { body: draft })).body.message.id
}
const edit = (id: number, changes: object) => ({
  ...{ ...INCIDENT, message_id: id, message_type: 'Update', language: 'en', version: 1, body: {} },
  ...changes,
})
const preview = async (id: number, changes: object) => {
  const answer = await manager.call(previewCorrection, { body: edit(id, changes) })
  expect([answer.status, answer.problem?.detail]).toEqual([200, undefined])
  return answer.body
}
const correct = (id: number, changes: object) =>
  manager.call(correctMessage, { body: { recipients: 2, ...edit(id, changes) } })
const textIn = ({ mails }: Awaited<ReturnType<typeof preview>>, locale: string) =>
  mails.find((mail) => mail.locale === locale)?.text

test('an emoji where a long unchanged passage is shortened stays whole', async () => {
  const long = `${'😀'.repeat(200)}a${'😀'.repeat(200)}`
  const id = await post({ en: `<p>${long} old</p>` })
  const answer = await correct(id, { body: { en: `<p>${long} new</p>` } })
  expect([answer.status, answer.problem?.detail]).toEqual([200, undefined])
})

test('readers of English see what changed in English, also when the Japanese text is taken away', async () => {
  const id = await post({ en: '<p>Travel is down</p>', ja: '<p>停止しています</p>' })
  const shown = await preview(id, { body: { en: '<p>Travel is slow</p>', ja: '' } })
  expect(textIn(shown, 'en')).toContain('Travel is [removed: down][added: slow]')
  expect(textIn(shown, 'en')).not.toContain('停止')
})

test('a new promised time stays in the mails of later corrections', async () => {
  const id = await post({ en: '<p>Travel is down</p>' })
  const next_update_due = '2026-08-20T15:00:00Z'
  expect((await correct(id, { body: { en: '<p>Travel is slow</p>' }, next_update_due })).status).toBe(200)
  const shown = await preview(id, { body: { en: '<p>Travel is odd</p>' }, version: 2 })
  expect(textIn(shown, 'en')).toMatch(/Next Update: .*15:00/)
  expect(textIn(shown, 'en')).not.toContain('13:00')
})

test('what was typed is text in the list of changes, and never the unsubscribe link of a reader', async () => {
  const mark = '%%aviary-unsubscribe%%'
  const id = await post({ en: '<p>See &lt;b&gt;x&lt;/b&gt; %%aviary-</p>' })
  const body = { en: `<p>See &lt;i onclick=1&gt;x&lt;/i&gt; unsubscribe%% http://evil.example/?${mark}</p>` }
  const shown = await preview(id, { body })
  for (const mail of shown.mails) {
    expect(mail.html).not.toMatch(/<i onclick|evil\.example\/\?\S*subscriptions/)
    expect(mail.text).not.toMatch(/evil\.example\/\?\S*subscriptions/)
    expect(mail.html.match(/href="[^"]*\/subscriptions"/g)).toHaveLength(1)
  }
})

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
const words = (from: number) => Array.from({ length: 14_000 }, (_, n) => (from + n).toString(36)).join(' ')
const unspaced = (step: number) =>
  Array.from({ length: 99_900 }, (_, n) => String.fromCharCode(0x4e00 + ((n * step) % 20_000))).join('')
const SPACE = '\u00a0'.repeat(99_000)

// With a comparison quadratic in the length of white space, one text would take more than 3 seconds.
test.each([
  ['of many words', words(7), words(700_001)],
  ['without spaces', unspaced(7), unspaced(11)],
  ['of white space', `a${SPACE}b`, `a${SPACE}c`],
])(
  'unlike long texts %s in every language are compared one by one',
  async (_, before, after) => {
    for (const locale of LANGUAGES.slice(1)) await subscribe(server, `${locale}@example.com`, { locale })
    const inAll = (text: string) => Object.fromEntries(LANGUAGES.map((locale) => [locale, `<p>${text}</p>`]))
    const id = await post(inAll(before))
    const turns = watchTurns()
    const body = inAll(after)
    const { total } = await preview(id, { body })
    expect((await correct(id, { body, recipients: total })).status).toBe(200)
    const { longest, all } = turns.stop()
    // The preview and the correction each compare all eight texts. If either did so without a pause, its turn would
    // be half of `all`.
    expect(longest / all).toBeLessThan(0.35)
  },
  // Takes half a minute on an idle machine; other tests may run at the same time.
  600_000,
)
