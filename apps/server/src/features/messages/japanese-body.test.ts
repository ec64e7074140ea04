import { getIncidentByJiraId, getMessages } from '@aviary/contract/incidents/endpoints'
import { createMessage, previewMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { subscribe } from '../../../testing/subscribers.ts'
import { startTranslator, type TestTranslator } from '../../../testing/translator.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { incidentMessages } from '../../database/tables/incidents.ts'

// Bodies written in English and Japanese (spec 2 §9): readers of Japanese get the typed Japanese text.

const EN = '<p>We look</p>'
const JA = '<p>調査しています</p>'
const BOTH = { en: EN, ja: JA }

type Site = { server: TestApp; manager: Person }
let plain: Site
let translating: Site
let translator: TestTranslator

async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  const server = await openTestApp({ environment })
  const manager = await server.signInAs('incident_manager')
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
  await subscribe(server, 'ana@example.com')
  await subscribe(server, 'jun@example.com', { locale: 'ja' })
  await subscribe(server, 'kim@example.com', { locale: 'ko' })
  return { server, manager }
}

beforeAll(async () => {
  translator = await startTranslator()
  plain = await openSite()
  translating = await openSite({ TRANSLATE_URL: translator.url })
})
beforeEach(() => {
  translator.requests.length = 0
})
afterAll(async () => {
  for (const { server } of [plain, translating]) {
    expect(server.errors).toEqual([])
    await server.close()
  }
  await translator.close()
})

const draft = (changes: object = {}) => ({
  jira_id: 'OPI-1',
  priority_type: 'P1' as const,
  message_type: 'Update',
  body: BOTH as string | Record<string, string>,
  broadcast: 'Y' as const,
  email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
  ...changes,
})
const post = ({ manager }: Site, changes: object = {}) =>
  manager.call(createMessage, { body: draft(changes) })
const preview = async ({ manager }: Site, changes: object = {}) =>
  (await manager.call(previewMessage, { body: draft(changes) })).body
const created = async (site: Site, changes: object = {}) =>
  (await post(site, { broadcast: 'N', ...changes })).body.message
const edit = ({ manager }: Site, message: { id: number }, changes: object = {}) =>
  manager.call(updateMessage, {
    body: {
      message_id: message.id,
      jira_id: 'OPI-1',
      priority_type: 'P1',
      message_type: 'Update',
      body: BOTH,
      language: 'en',
      ...changes,
    },
  })
const requestedLanguages = () => translator.requests.map(({ target }) => target)

/** Sends all queued mails over SMTP. Returns their HTML by recipient address. */
async function mailed({ server }: Site): Promise<Record<string, string>> {
  const smtp = await startSmtp()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(
    async () => expect((await server.db.execute(sql`select 1 from delivery_queue`)).rows).toEqual([]),
    { interval: 20 },
  )
  await worker.stop()
  await smtp.close()
  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => [to, (await smtp.read(index)).html ?? ''] as const),
  )
  return Object.fromEntries(mails)
}

/** The text of a message that the incident's page shows in one language. */
async function getShownText(
  { manager }: Site,
  locale: string,
  messageId: number,
): Promise<string | undefined> {
  const query = { jira_id: 'OPI-1', locale }
  const { messages } = (await manager.call(getIncidentByJiraId, { query })).body.payload
  return messages.find(({ message_id }) => message_id === messageId)?.message
}

describe('without a translator', () => {
  test('readers of Japanese see and get the Japanese body, everybody else the English one', async () => {
    const shown = await preview(plain)
    expect(shown.recipients).toEqual([
      { locale: 'en', people: 2 },
      { locale: 'ja', people: 1 },
    ])
    expect(shown.mails.map(({ locale }) => locale)).toEqual(['en', 'ja'])
    expect(shown.mails[1]?.html).toContain(JA)
    expect(shown.fallback_locales).toEqual(['de', 'es', 'fr', 'ko', 'pt', 'zh'])
    expect(shown.translations).toEqual({})
    const { status, body } = await post(plain, { translations: shown.translations })
    expect([status, body.message.body]).toEqual([200, BOTH])
    const mails = await mailed(plain)
    expect(mails['jun@example.com']).toContain('<html lang="ja">')
    expect(mails['jun@example.com']).toContain(JA)
    expect(mails['jun@example.com']).not.toContain(EN)
    for (const address of ['ana@example.com', 'kim@example.com']) {
      expect(mails[address]).toContain(EN)
      expect(mails[address]).not.toContain(JA)
    }
  })

  test('an edit changes both texts, and emptying the Japanese one shows English again', async () => {
    const message = await created(plain)
    const better = { en: '<p>Found</p>', ja: '<p>判明しました</p>' }
    expect((await edit(plain, message, { body: better })).body.message.body).toEqual(better)
    expect(await getShownText(plain, 'ja', message.id)).toBe(better.ja)
    expect(await getShownText(plain, 'en', message.id)).toBe(better.en)
    const emptied = await edit(plain, message, { body: { en: better.en, ja: ' ' } })
    expect([emptied.status, emptied.body.message.body]).toEqual([200, { en: better.en }])
    expect(await getShownText(plain, 'ja', message.id)).toBe(better.en)
    const again = await edit(plain, message, { body: { en: better.en, ja: '' } })
    expect(again.problem.detail).toBe('body.body: Must Change A Value')
  })

  test('an edit of the Japanese text alone leaves the English one unchanged and checks the version', async () => {
    const message = await created(plain, { body: EN })
    const added = await edit(plain, message, { body: { ja: JA }, version: 1 })
    expect(added.body.message).toMatchObject({ body: BOTH, version: 2 })
    expect((await edit(plain, message, { body: { ja: '<p>別の</p>' }, version: 1 })).status).toBe(409)
    expect((await edit(plain, message, { body: { ja: '' } })).body.message.body).toEqual({ en: EN })
  })

  test('an empty Japanese text stores none', async () => {
    expect((await created(plain, { body: { en: EN, ja: ' ' } })).body).toEqual({ en: EN })
  })

  test('the Japanese text is sanitized', async () => {
    const { body } = await created(plain, {
      body: { en: EN, ja: '<p onclick="x()">調査中<script>alert(1)</script></p>' },
    })
    expect(body).toEqual({ en: EN, ja: '<p>調査中</p>' })
  })

  test.each([
    [{ en: EN, ja: '<script>alert(1)</script>' }, 'body.body.ja: Issue with Message Body'],
    [{ en: EN, ja: '<p>&nbsp;</p>' }, 'body.body.ja: Issue with Message Body'],
    [{ ja: JA }, 'body.body: Issue with Message Body'],
    [{ en: ' ', ja: JA }, 'body.body: Issue with Message Body'],
    [{}, 'body.body: Issue with Message Body'],
    [{ en: EN, xx: JA }, 'body.body.xx: use some of de, en, es, fr, ja, ko, pt, zh'],
    [{ en: EN, ja: '調'.repeat(100_001) }, /^body\.body\.ja: is longer than 100000 characters/],
    [[EN], /^body\.body: Invalid input/],
    [7, /^body\.body: Invalid input/],
  ])('%j is refused and stores nothing', async (body, detail) => {
    const count = () => plain.server.db.$count(incidentMessages)
    const before = await count()
    const refused = await post(plain, { body })
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    expect((await plain.manager.call(previewMessage, { body: draft({ body }) as never })).status).toBe(400)
    expect(await count()).toBe(before)
  })

  test.each([
    [{ en: '', ja: JA }, 'body.body: Issue with Message Body'],
    [{ ja: '<script>1</script>' }, 'body.body.ja: Issue with Message Body'],
    [{ xx: JA }, /^body\.body\.xx: use some of de, en/],
    [{}, 'body.body: Must Change A Value'],
    [BOTH, 'body.body: Must Change A Value'],
  ])('an edit to %j is refused and changes nothing', async (body, detail) => {
    const message = await created(plain)
    const refused = await edit(plain, message, { body })
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
    const { messages } = (await plain.manager.call(getMessages, { query: { jira_id: 'OPI-1' } })).body
    expect(messages.find(({ id }) => id === message.id)).toMatchObject({ body: BOTH, version: 1 })
  })
})

describe('with a translator', () => {
  const TRANSLATED = ['de', 'es', 'fr', 'ko', 'pt', 'zh']

  test('the typed text wins and is not translated', async () => {
    const shown = await preview(translating)
    expect(requestedLanguages().toSorted()).toEqual(TRANSLATED)
    expect(Object.keys(shown.translations).toSorted()).toEqual(TRANSLATED)
    expect(shown.mails.find(({ locale }) => locale === 'ja')?.html).toContain(JA)
    expect(shown.fallback_locales).toEqual([])
    const { body } = await post(translating, { translations: shown.translations })
    expect(body.message.body).toEqual({ ...BOTH, ...shown.translations })
    const mails = await mailed(translating)
    expect(mails['ana@example.com']).toContain(EN)
    expect(mails['jun@example.com']).toContain(JA)
    expect(mails['jun@example.com']).not.toContain('[ja]')
    expect(mails['kim@example.com']).toContain('<p>[ko] We look</p>')
  })

  test('the typed text wins over a translation sent along and over one by the server', async () => {
    const along = await post(translating, { translations: { ja: '<p>[ja] We look</p>' } })
    expect(along.body.message.body).toEqual(BOTH)
    const itself = await post(translating)
    expect(itself.body.message.body).toMatchObject({ ...BOTH, ko: '<p>[ko] We look</p>' })
    expect((await created(translating)).body).toMatchObject({ ...BOTH, ko: '<p>[ko] We look</p>' })
    await mailed(translating)
  })

  test('with relocalize Y the typed text wins while the other languages are translated again', async () => {
    const message = await created(translating)
    translator.requests.length = 0
    const renewed = await edit(translating, message, {
      body: { en: '<p>Found</p>', ja: '<p>判明しました</p>' },
      relocalize: 'Y',
    })
    expect(renewed.body.message.body).toMatchObject({
      en: '<p>Found</p>',
      ja: '<p>判明しました</p>',
      ko: '<p>[ko] Found</p>',
    })
    expect(requestedLanguages().toSorted()).toEqual(TRANSLATED)
  })

  test('a Japanese text that is not typed again is translated with the other languages', async () => {
    const message = await created(translating)
    const renewed = await edit(translating, message, { body: '<p>Found</p>', relocalize: 'Y' })
    expect(renewed.body.message.body.ja).toBe('<p>[ja] Found</p>')
  })

  test('an emptied Japanese text is replaced by a translation, with and without relocalize', async () => {
    const message = await created(translating)
    translator.requests.length = 0
    const edited = await edit(translating, message, { body: { en: '<p>Found</p>', ja: '' } })
    expect(requestedLanguages()).toEqual(['ja'])
    expect(edited.body.message.body).toMatchObject({ ja: '<p>[ja] Found</p>', ko: '<p>[ko] We look</p>' })
    const renewed = await edit(translating, message, {
      body: { en: '<p>Fixed</p>', ja: '' },
      relocalize: 'Y',
    })
    expect(renewed.body.message.body).toMatchObject({ ja: '<p>[ja] Fixed</p>', ko: '<p>[ko] Fixed</p>' })
  })

  test('relocalize is refused for the Japanese text alone', async () => {
    const message = await created(translating)
    const refused = await edit(translating, message, { body: { ja: '<p>別の</p>' }, relocalize: 'Y' })
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([400, 'body.relocalize'])
  })
})
