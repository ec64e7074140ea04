import {
  createNotification,
  listActiveNotifications,
  previewNotification,
  updateNotification,
} from '@aviary/contract/notifications/endpoints'
import type { Notification } from '@aviary/contract/notifications/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { startWorker } from '../../../testing/mailing.ts'
import { planEvent, subscribeToMaintenance } from '../../../testing/maintenance.ts'
import { runOn } from '../../../testing/queries.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { startTranslator, type TestTranslator } from '../../../testing/translator.ts'
import { waitFor } from '../../../testing/wait-for.ts'

// Bodies written in English and Japanese (spec 2 §9): readers of Japanese get the typed Japanese text.

const NOW = new Date('2026-08-20T12:00:00Z')
const DUE = '2026-08-20T06:00:00-0700' // one hour after NOW
const EN = '<p>Some calls are slow.</p>'
const JA = '<p>一部の呼び出しが遅くなります。</p>'
const BOTH = { en: EN, ja: JA }

type Site = { server: TestApp; operator: Person; eventId: number }
let plain: Site
let translating: Site
let translator: TestTranslator

async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  const server = await openTestApp({ environment, now: NOW })
  const operator = await server.signInAs('operator')
  await subscribeToMaintenance(server, 'ana@customer.example')
  await subscribeToMaintenance(server, 'jun@customer.example', { locale: 'ja' })
  await subscribeToMaintenance(server, 'kim@customer.example', { locale: 'ko' })
  return { server, operator, eventId: await planEvent(server) }
}

beforeAll(async () => {
  translator = await startTranslator()
  plain = await openSite()
  translating = await openSite({ TRANSLATE_URL: translator.url })
})
beforeEach(async () => {
  translator.requests.length = 0
  for (const { server } of [plain, translating]) {
    server.setNow(NOW)
    await runOn(server, 'truncate delivery_queue; truncate notifications')
  }
})
afterAll(async () => {
  for (const { server } of [plain, translating]) {
    expect(server.errors).toEqual([])
    await server.close()
  }
  await translator.close()
})

const draft = ({ operator, eventId }: Site, changes: object = {}) => ({
  mwin_id: eventId,
  n_type: 'Maintenance Announcement',
  title: 'Storage upgrade',
  body: BOTH,
  subject: 'Storage upgrade',
  broadcast: 'Y',
  is_test: 'N',
  comm_src: 'Aviary',
  created_by: operator.email,
  send_time: DUE,
  ...changes,
})
const create = (site: Site, changes: object = {}) =>
  site.operator.call(createNotification, { body: draft(site, changes) as never })
async function createdNotification(site: Site, changes: object = {}): Promise<Notification> {
  const answer = await create(site, changes)
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body.notification
}
const preview = async (site: Site, changes: object = {}) =>
  (await site.operator.call(previewNotification, { body: draft(site, changes) as never })).body
const edit = ({ operator }: Site, notification: Notification, changes: object) =>
  operator.call(updateNotification, {
    body: { ...notification, notification_id: notification.id, email_fields: undefined, ...changes } as never,
  })
const requestedLanguages = () => translator.requests.map(({ target }) => target)
const TRANSLATED = ['de', 'es', 'fr', 'ko', 'pt', 'zh']

/** Sends all due mails over SMTP. Returns their HTML by recipient address. */
async function mailed({ server }: Site): Promise<Record<string, string>> {
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  expect(await server.sendDue()).toEqual({ sent: 1, failed: 0 })
  const smtp = await startSmtp()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  await waitFor(() => expect(smtp.received).toHaveLength(3))
  await worker.stop()
  await smtp.close()
  const mails = await Promise.all(
    smtp.received.map(async ({ to }, index) => [to, (await smtp.read(index)).html ?? ''] as const),
  )
  return Object.fromEntries(mails)
}

function expectMails(mails: Record<string, string>, { ja, en }: { ja: string; en: string }) {
  expect(mails['jun@customer.example']).toContain(ja)
  expect(mails['jun@customer.example']).not.toContain(en)
  for (const address of ['ana@customer.example', 'kim@customer.example']) {
    expect(mails[address]).toContain(en)
    expect(mails[address]).not.toContain(ja)
  }
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
    expect(shown.translations).toEqual({})
    expect((await createdNotification(plain, { translations: shown.translations })).body).toEqual(BOTH)
    const mails = await mailed(plain)
    expect(mails['jun@customer.example']).toContain('<html lang="ja">')
    expectMails(mails, { ja: JA, en: EN })
  })

  test('an edit before the send time changes the mail in both languages', async () => {
    const better = { en: '<p>All calls fail.</p>', ja: '<p>すべて失敗します。</p>' }
    expect(
      (await edit(plain, await createdNotification(plain), { body: better })).body.notification.body,
    ).toEqual(better)
    expectMails(await mailed(plain), better)
  })

  test('a Japanese body added before the send time is mailed', async () => {
    const notification = await createdNotification(plain, { body: EN })
    expect((await edit(plain, notification, { body: { ja: JA } })).body.notification.body).toEqual(BOTH)
    expectMails(await mailed(plain), { ja: JA, en: EN })
  })

  test('a Japanese body removed before the send time is not mailed', async () => {
    const notification = await createdNotification(plain)
    const emptied = await edit(plain, notification, { body: { en: EN, ja: ' ' } })
    expect([emptied.status, emptied.body.notification.body]).toEqual([200, { en: EN }])
    const again = await edit(plain, emptied.body.notification, { body: { en: EN, ja: '' } })
    expect(again.problem.detail).toBe('body.title: Must Change A Value')
    expect((await mailed(plain))['jun@customer.example']).toContain(EN)
  })

  test('a changed Japanese body counts as a change, and an outdated edit gets the current notification', async () => {
    const notification = await createdNotification(plain, { body: EN })
    expect((await edit(plain, notification, { body: BOTH })).body.notification.version).toBe(2)
    const late = await edit(plain, notification, { body: { en: EN, ja: '<p>別の</p>' } })
    expect([late.status, late.problem.current]).toEqual([409, expect.objectContaining({ body: BOTH })])
  })

  test('a Personalized Open includes the Japanese body', async () => {
    const notification = await createdNotification(plain, {
      n_type: 'Personalized Open',
      start_date: '2026-08-20T04:00:00-0700',
      end_date: '2026-08-20T08:00:00-0700',
      broadcast: 'N',
    })
    const { notifications } = (await plain.operator.call(listActiveNotifications)).body
    expect(notifications.find(({ id }) => id === notification.id)?.body).toEqual(BOTH)
  })

  test.each([
    [{ en: EN, ja: '<script>alert(1)</script>' }, 'body.body.ja: Issue with Notification Body'],
    [{ ja: JA }, 'body.body: Issue with Notification Body'],
    [{ en: ' ', ja: JA }, 'body.body: Issue with Notification Body'],
    [{ en: EN, ja: '調'.repeat(100_001) }, /^body\.body\.ja: is longer than 100000 characters/],
  ])('%j is refused', async (body, detail) => {
    const refused = await create(plain, { body })
    expect(refused.status).toBe(400)
    expect(refused.problem.detail).toMatch(detail)
  })

  test('the Japanese body is sanitized, and an empty one stores none', async () => {
    const hostile = await createdNotification(plain, {
      body: { en: EN, ja: '<p onclick="x()">調査中</p><script>x</script>' },
    })
    expect(hostile.body).toEqual({ en: EN, ja: '<p>調査中</p>' })
    expect((await createdNotification(plain, { body: { en: EN, ja: '' } })).body).toEqual({ en: EN })
  })
})

describe('with a translator', () => {
  test('a preview without translation has only the typed languages', async () => {
    const shown = await preview(translating, { translate: false })
    expect(shown.mails.map(({ locale }) => locale)).toEqual(['en', 'ja'])
    expect(shown.translations).toEqual({})
  })

  test('the typed text wins and is not translated', async () => {
    const shown = await preview(translating)
    expect(requestedLanguages().toSorted()).toEqual(TRANSLATED)
    expect(Object.keys(shown.translations).toSorted()).toEqual(TRANSLATED)
    expect(shown.mails.find(({ locale }) => locale === 'ja')?.html).toContain(JA)
    await createdNotification(translating, { translations: shown.translations })
    const mails = await mailed(translating)
    expect(mails['jun@customer.example']).toContain(JA)
    expect(mails['ana@customer.example']).toContain(EN)
    expect(mails['kim@customer.example']).toContain('<p>[ko] Some calls are slow.</p>')
  })

  test('the typed text wins over a translation sent along and over one by the server', async () => {
    expect((await createdNotification(translating, { translations: { ja: '<p>[ja] x</p>' } })).body).toEqual(
      BOTH,
    )
    const korean = { ko: '<p>[ko] Some calls are slow.</p>' }
    expect((await createdNotification(translating)).body).toMatchObject({ ...BOTH, ...korean })
    expect((await createdNotification(translating, { broadcast: 'N' })).body).toMatchObject({
      ...BOTH,
      ...korean,
    })
  })

  test('with relocalize Y the typed text wins while the other languages are translated again', async () => {
    const notification = await createdNotification(translating, { body: EN })
    translator.requests.length = 0
    const renewed = await edit(translating, notification, {
      body: { en: '<p>Slower</p>', ja: JA },
      relocalize: 'Y',
    })
    expect(renewed.body.notification.body).toMatchObject({ ja: JA, ko: '<p>[ko] Slower</p>' })
    expect(requestedLanguages().toSorted()).toEqual(TRANSLATED)
    const again = await edit(translating, renewed.body.notification, {
      body: { en: '<p>Slowest</p>' },
      relocalize: 'Y',
    })
    expect(again.body.notification.body.ja).toBe('<p>[ja] Slowest</p>')
  })

  test('an emptied Japanese body is replaced by a translation, or by what the confirmation showed', async () => {
    const notification = await createdNotification(translating)
    translator.requests.length = 0
    const edited = (await edit(translating, notification, { body: { en: '<p>Slower</p>', ja: '' } })).body
      .notification
    expect(requestedLanguages()).toEqual(['ja'])
    expect(edited.body).toMatchObject({ ja: '<p>[ja] Slower</p>', ko: '<p>[ko] Some calls are slow.</p>' })
    const emptied = { ...edited.body, ja: '' }
    const shown = await preview(translating, { body: emptied })
    expect(Object.keys(shown.translations)).toEqual(['ja'])
    const confirmed = await edit(translating, edited, {
      body: { en: edited.body.en, ja: '' },
      translations: { ja: '<p>見せた文</p>' },
    })
    expect(confirmed.body.notification.body).toEqual({ ...edited.body, ja: '<p>見せた文</p>' })
    const english = await edit(translating, confirmed.body.notification, {
      body: { en: edited.body.en, ja: '' },
      translations: {},
    })
    expect(english.body.notification.body.ja).toBeUndefined()
  })
})
