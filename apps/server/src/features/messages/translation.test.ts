import { createMessage, previewMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { answers, refuses, startTranslator, type TestTranslator } from '../../../testing/translator.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'
import { broadcasts } from '../../database/tables/mail.ts'

const OTHERS = ['de', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']
let translator: TestTranslator
let server: TestApp
let manager: Person
const log: string[] = []
beforeAll(async () => {
  translator = await startTranslator()
  server = await openTestApp({
    environment: { TRANSLATE_URL: `${translator.url}/`, TRANSLATE_API_KEY: 'hunter2' },
    log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
  })
  manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'jun@example.com', { locale: 'ja' })
  await subscribe(server, 'kim@example.com', { locale: 'ko' })
})
beforeEach(() => {
  log.length = 0
  translator.requests.length = 0
  for (const locale of OTHERS) translator.behave(locale, undefined)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await translator.close()
})

const draft = (changes: object = {}) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Update',
  body: '<p>We look</p>',
  broadcast: 'Y' as const,
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
  ...changes,
})
const preview = async (changes: object = {}) =>
  (await manager.call(previewMessage, { body: draft(changes) })).body
const post = (changes: object = {}, headers = {}) =>
  manager.call(createMessage, { body: draft(changes), headers })
const countMessages = () => server.db.$count(incidentMessages)

/** Sends all queued mails over SMTP. Returns their HTML by recipient address. */
async function mailed(): Promise<Record<string, string>> {
  const smtp = await startSmtp()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(
    async () => expect((await server.db.execute(sql`select 1 from delivery_queue`)).rows).toEqual([]),
    { interval: 20 },
  )
  await worker.stop()
  await smtp.close()
  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => [to, (await smtp.read(index)).html] as const),
  )
  return Object.fromEntries(mails.map(([to, html]) => [to, html ?? '']))
}

describe('the preview', () => {
  test('shows the mail in every language and returns the translations', async () => {
    const body = await preview()
    expect(body.fallback_locales).toEqual([])
    expect(body.recipients).toEqual([
      { locale: 'en', people: 1 },
      { locale: 'ja', people: 1 },
      { locale: 'ko', people: 1 },
    ])
    expect(body.translations).toEqual(
      Object.fromEntries(OTHERS.map((locale) => [locale, `<p>[${locale}] We look</p>`])),
    )
    expect(body.mails.map(({ locale }) => locale)).toEqual(['en', ...OTHERS])
    expect(body.mails.find(({ locale }) => locale === 'ja')?.html).toContain('<p>[ja] We look</p>')
    expect(body.mails[0]?.html).toContain('<p>We look</p>')
    expect(translator.requests.every(({ api_key }) => api_key === 'hunter2')).toBe(true)
  })

  test('lists the languages that failed, whose readers get English', async () => {
    translator.behave('ja', refuses(500))
    const body = await preview()
    expect(body.fallback_locales).toEqual(['ja'])
    expect(body.recipients).toEqual([
      { locale: 'en', people: 2 },
      { locale: 'ko', people: 1 },
    ])
    expect(Object.keys(body.translations)).toEqual(OTHERS.filter((locale) => locale !== 'ja'))
    expect(log).toHaveLength(1)
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ locale: 'ja', reason: 'the service answered 500' })
    expect(log[0]).not.toMatch(/We look|hunter2/)
  })

  test('does not translate a draft that is refused', async () => {
    await manager.call(previewMessage, { body: draft({ email_template_data: {} }) })
    expect(translator.requests).toEqual([])
  })

  test('translates into active languages only', async () => {
    await server.db.execute(sql`update locales set is_active = system_key in ('en', 'ko')`)
    expect(Object.keys((await preview()).translations)).toEqual(['ko'])
    const refused = await post({ translations: { ja: '<p>調査中</p>' } })
    expect(refused.problem.detail).toBe('body.translations.ja: use some of ko')
    await server.db.execute(sql`update locales set is_active = true`)
  })
})

describe('a broadcast', () => {
  test('is stored and mailed in the confirmed words, whatever the translator answers now', async () => {
    const shown = await preview()
    translator.requests.length = 0
    for (const locale of OTHERS)
      translator.behave(
        locale,
        answers(() => '<p>Something else</p>'),
      )
    const { body } = await post({ translations: shown.translations })
    expect(translator.requests).toEqual([])
    expect(body.message.body).toEqual({ en: '<p>We look</p>', ...shown.translations })
    const mails = await mailed()
    expect(Object.keys(mails).toSorted()).toEqual(['ana@example.com', 'jun@example.com', 'kim@example.com'])
    expect(mails['ana@example.com']).toContain('<p>We look</p>')
    expect(mails['jun@example.com']).toContain('<html lang="ja">')
    expect(mails['jun@example.com']).toContain('<p>[ja] We look</p>')
    expect(mails['kim@example.com']).toContain('<p>[ko] We look</p>')
  })

  test('stays English in a language that the confirmation showed in English', async () => {
    const { body } = await post({ translations: { ko: '<p>조사 중</p>' } })
    expect(body.message.body).toEqual({ en: '<p>We look</p>', ko: '<p>조사 중</p>' })
    const mails = await mailed()
    expect(mails['jun@example.com']).toContain('<p>We look</p>')
    expect(mails['kim@example.com']).toContain('<p>조사 중</p>')
    expect((await post({ translations: {} })).body.message.body).toEqual({ en: '<p>We look</p>' })
    expect(translator.requests).toEqual([])
    await mailed()
  })

  test('without translations in the request is translated by the server', async () => {
    translator.behave('ko', refuses(503))
    const { body } = await post()
    expect(Object.keys(body.message.body).toSorted()).toEqual(['de', 'en', 'es', 'fr', 'ja', 'pt', 'zh'])
    const mails = await mailed()
    expect(mails['jun@example.com']).toContain('<p>[ja] We look</p>')
    expect(mails['kim@example.com']).toContain('<p>We look</p>')
  })

  test('checks translations like a body: sanitized, not empty, not too long, all of them at once', async () => {
    const hostile = '<p onclick="x()">調査中<script>alert(1)</script></p>'
    const { body } = await post({ translations: { ja: hostile } })
    expect(body.message.body.ja).toBe('<p>調査中</p>')
    const large = Object.fromEntries(OTHERS.map((locale) => [locale, '調'.repeat(100_000)]))
    expect((await post({ translations: large })).status).toBe(200)
    const tooLong = await post({ translations: { ja: '調'.repeat(100_001) } })
    expect([tooLong.status, tooLong.problem.errors?.[0]?.path]).toEqual([400, 'body.translations.ja'])
    await mailed()
  })

  test.each([
    [{ translations: { xx: '<p>a</p>' } }, 'translations.xx', `use some of ${OTHERS.join(', ')}`],
    [{ translations: { en: '<p>a</p>' } }, 'translations.en', 'the English text is the body itself'],
    [{ translations: { ja: ' ' } }, 'translations.ja', 'Issue with Message Body'],
    [{ translations: { ja: '<script>1</script>' } }, 'translations.ja', 'Issue with Message Body'],
    [{ translations: ['a'] }, 'translations', 'use an object'],
    [{ broadcast: 'N', translations: {} }, 'translations', /^is for broadcast Y/],
  ])('refuses %j', async (changes, path, reason) => {
    const before = [await countMessages(), await server.db.$count(broadcasts)]
    const { status, problem } = await post(changes)
    expect([status, problem.errors]).toEqual([
      400,
      [{ path: `body.${path}`, message: expect.stringMatching(reason) }],
    ])
    expect([await countMessages(), await server.db.$count(broadcasts)]).toEqual(before)
  })

  test('with one Idempotency-Key is sent once, and a later retry is not translated again', async () => {
    const before = await countMessages()
    const key = { 'idempotency-key': 'one-translation' }
    const [first, second] = await Promise.all([post({}, key), post({}, key)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body).toEqual(second.body)
    translator.requests.length = 0
    expect((await post({}, key)).body).toEqual(first.body)
    expect(translator.requests).toEqual([])
    expect((await post({ translations: {} }, key)).status).toBe(409)
    expect(await countMessages()).toBe(before + 1)
  })
})

test('a message without broadcast is translated when posted, and posted even when translation fails', async () => {
  expect((await post({ broadcast: 'N' })).body.message.body.ja).toBe('<p>[ja] We look</p>')
  for (const locale of OTHERS) translator.behave(locale, refuses(500))
  const { status, body } = await post({ broadcast: 'N' })
  expect([status, body.message.body]).toEqual([200, { en: '<p>We look</p>' }])
})

describe('an edit', () => {
  const created = async () => (await post({ broadcast: 'N' })).body.message
  const edit = (message: { id: number }, changes: object = {}) =>
    manager.call(updateMessage, {
      body: {
        message_id: message.id,
        jira_id: 'OPI-1',
        priority_type: 'P1',
        message_type: 'Update',
        body: '<p>Better</p>',
        language: 'en',
        ...changes,
      },
    })

  test('with relocalize Y translates the other languages again; those that fail fall back to English', async () => {
    const message = await created()
    translator.behave('ja', refuses(500))
    const { status, body } = await edit(message, { relocalize: 'Y' })
    expect(status).toBe(200)
    expect(body.message.body).toEqual({
      en: '<p>Better</p>',
      ...Object.fromEntries(
        OTHERS.filter((locale) => locale !== 'ja').map((locale) => [locale, `<p>[${locale}] Better</p>`]),
      ),
    })
  })

  test('with relocalize Y and the same English text retries the languages that failed before', async () => {
    translator.behave('ja', refuses(500))
    const message = await created()
    expect(message.body.ja).toBeUndefined()
    translator.behave('ja', undefined)
    const again = { body: '<p>We look</p>', relocalize: 'Y' }
    expect((await edit(message, again)).body.message.body.ja).toBe('<p>[ja] We look</p>')
    expect((await edit(message, again)).problem.detail).toBe('body.body: Must Change A Value')
  })

  test('with relocalize N leaves the other languages unchanged and does not translate', async () => {
    const message = await created()
    translator.requests.length = 0
    const { body } = await edit(message)
    expect(body.message.body).toEqual({ ...message.body, en: '<p>Better</p>' })
    expect(translator.requests).toEqual([])
  })

  test('does not block other edits of the message during the translation', async () => {
    const message = await created()
    const pendingAnswers: (() => void)[] = []
    translator.behave('ja', (response, question) =>
      pendingAnswers.push(() => answers(({ q }) => q)(response, question)),
    )
    const slow = edit(message, { relocalize: 'Y', version: 1 })
    await waitFor(() => expect(pendingAnswers).toHaveLength(1))
    expect((await edit(message, { language: 'ja', body: '<p>調査中</p>', version: 1 })).status).toBe(200)
    pendingAnswers[0]?.()
    expect((await slow).status).toBe(409)
  })
})
