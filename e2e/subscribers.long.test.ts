import { toHex } from '@aviary/contract/subscribers/address'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import type { Role } from './support/role.ts'
import { cardOf } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open, openAs } from './support/visit.ts'
import { write } from './support/write.ts'

const SUE = 'sue.subscriber@acme.example'
const OLEG = 'oleg.operator@acme.example'
const CUSTOMER = 'new.person@example.com'
const ADA = 'ada.admin@acme.example'
const INES = 'ines.incident@acme.example'

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(address === OLEG ? Object.assign(new Error('mailbox is full'), { responseCode: 452 }) : null),
  })
  server = await startBuiltServer({ SMTP_URL: smtp.url })
  await prepare()
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

const visit = (role: Role, address: string, options: { width?: number; locale?: string } = {}) =>
  openAs(role, address, {
    baseUrl: server.url,
    viewport: { width: options.width ?? 1280, height: 900 },
    ...(options.locale ? { locale: options.locale } : {}),
  })
const detailsOf = (email: string) => `/comm_history/u/${toHex(email)}`

/** An external person subscribes to all alerts, then an internal message is mailed. */
async function prepare(): Promise<void> {
  const administrator = await visit('administrator', '/')
  const P1 = { services: ['Travel'], data_centers: ['us2'], alert_types: [1] }
  const nothing = { services: [], data_centers: [], alert_types: [] }
  const subscriptions = { P1, P2: nothing, notifications: { data_centers: [], notification_types: [] } }
  const body = { email: CUSTOMER, locale: 'en', subscriptions }
  const chosen = { method: 'POST', path: '/v4/subscribe/', person: ADA, body }
  expect(await write(administrator.page, chosen)).toBe(200)
  const { page } = await visit('incident_manager', '/edit/OPI-1801')
  const message = {
    jira_id: 'OPI-1801',
    priority_type: 'P1',
    message_type: 'Internal Update',
    body: 'We look into it',
    broadcast: 'Y',
    email_template_data: { current_status: 'Looking', next_update: '15:00 UTC' },
  }
  const sent = { method: 'POST', path: '/create_message/', person: INES, body: message }
  expect(await write(page, sent)).toBe(200)
  await page.reload()
  await page.getByText('Queued: 0').first().waitFor()
  await page.getByText(/^Queued: [1-9]/).waitFor({ state: 'hidden' })
}

const table = (page: Page) => page.getByRole('table', { name: 'Communication History' })

test('support finds a subscriber by keyboard and reads what happened to each mail', async () => {
  await visit('subscriber', '/')
  const { page } = await visit('support', '/comm_history')
  const box = page.getByRole('textbox', { name: 'E-mail address' })
  await box.focus()
  await page.keyboard.type('sue')
  await page.keyboard.press('Enter')
  await page.getByText('Invalid Email').waitFor()
  await expectAccessible(page)
  await page.keyboard.type('.nobody@acme.example')
  await page.keyboard.press('Enter')
  await page.getByText('User Does Not Exist').waitFor()
  await expect.poll(() => box.inputValue()).toBe('sue.nobody@acme.example')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(SUE.toUpperCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${detailsOf(SUE.toUpperCase())}`)

  await table(page).getByText('sent', { exact: true }).first().waitFor()
  await table(page).getByText(/^250/).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const rows = table(page).getByRole('row')
  const all = (await rows.count()) - 1
  const filter = page.getByRole('searchbox')
  await expect.poll(() => filter.getAttribute('placeholder')).toBe(`Records: ${all}`)
  await filter.focus()
  await page.keyboard.type('queue')
  await page.waitForURL(/filter=queue/)
  await page.getByText(`${all / 2} of ${all}`).waitFor()
  await page.reload()
  await page.getByText(`${all / 2} of ${all}`).waitFor()
})

test("a deferred mail shows the mail server's reply", async () => {
  const { page } = await visit('support', detailsOf(OLEG))
  // `first`: on a slow machine the mail may have been tried, and listed, a second time.
  await table(page).getByText('deferred', { exact: true }).first().waitFor()
  await table(page)
    .getByText(/452 mailbox is full/)
    .first()
    .waitFor()
})

test('the other view shows what somebody chose, is in the address and is reached by keyboard', async () => {
  const { page } = await visit('support', detailsOf(SUE))
  await page.getByRole('tab', { name: 'Communication History' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Verified', { exact: true }).waitFor()
  await page.getByText('(14 of 14 chosen)').first().waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('subscriptions')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await page.getByText('Verified', { exact: true }).waitFor()
  await page.getByText('To change them needs the action “Change what others are subscribed to”.').waitFor()
  const { page: other } = await visit('administrator', `${detailsOf(SUE)}?view=subscriptions`)
  await other.getByRole('link', { name: 'Change the subscriptions' }).click()
  await other.getByText(`These are the subscriptions of ${SUE}, not your own.`).waitFor()
})

test('why somebody was mailed is asked from the row, why not by picking the broadcast', async () => {
  const mailed = await visit('support', detailsOf(SUE))
  await mailed.page.getByRole('button', { name: 'Why mailed: OPI-1801, Internal Update' }).first().focus()
  await mailed.page.keyboard.press('Enter')
  await mailed.page.getByText('It was mailed to this address: the mail server took it.').waitFor()
  await expectAccessible(mailed.page)
  await mailed.page.keyboard.press('Escape')
  await mailed.page.getByRole('dialog').waitFor({ state: 'detached' })

  const { page } = await visit('support', detailsOf(CUSTOMER))
  // The customer's page shows only the mail about the subscription that someone else chose for them.
  await table(page)
    .getByText(/SUB-\d+/)
    .first()
    .waitFor()
  const select = page.getByRole('combobox', { name: 'Recent broadcasts' })
  const option = await select
    .getByRole('option', { name: /^OPI-1801: Internal Update/ })
    .first()
    .getAttribute('value')
  await select.selectOption(option)
  await page.getByRole('button', { name: 'Show why' }).click()
  await page.getByText('It was not mailed to this address.').waitFor()
  const internal = page.getByRole('row', { name: /^An internal address/ })
  await internal.getByText('no', { exact: true }).waitFor()
  await internal.getByText('acme.example', { exact: true }).waitFor()
  await internal.getByText('example.com', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 480, height: 900 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a reset asks first, and ends the links in the mails that were sent', async () => {
  const index = smtp.received.findIndex(({ to }) => to === SUE)
  const link = /https?:\S+unsubscribe\/[\w-]+/.exec((await smtp.read(index)).text ?? '')?.[0] ?? ''
  const follow = () => open(new URL(link).pathname, { baseUrl: server.url })
  await (await follow()).page.getByText(SUE).waitFor()

  const { page } = await visit('support', detailsOf(SUE))
  const button = page.getByRole('button', { name: 'Reset Profile' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reset this profile?' })
  await dialog.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await button.click()
  await dialog.getByRole('button', { name: 'Reset Profile' }).click()
  await page.getByText('Profile reset. The old links have ended.').waitFor()
  await (await follow()).page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
})

const NONSENSE = [
  '6',
  'zz',
  toHex('nobody'),
  `c3${toHex('@x.org')}`,
  toHex('a\u0000b@c.de'),
  '%F0%9F%92%A9',
  toHex(`${'a'.repeat(600)}@c.de`),
]

test('an address that decodes to nonsense is an invalid e-mail, and calls nobody', async () => {
  const { page } = await visit('support', '/')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const hex of NONSENSE) {
    await page.goto(`/comm_history/u/${hex}`)
    await page.getByRole('heading', { level: 1, name: 'Invalid Email' }).waitFor()
  }
  expect(requests.filter((path) => /subscriber_exists|v1\/|v4\/get_user_sub/.test(path))).toEqual([])
  await expectAccessible(page)
})

test('without the right the screens say which action they need', async () => {
  const { page } = await visit('subscriber', detailsOf(OLEG))
  await page.getByText(/“Search subscribers and read what was sent to them”/).waitFor()
})

test.each(['de-DE', 'ja-JP'])('in %s the screens fit 480 pixels and are accessible', async (locale) => {
  const { page } = await visit('support', '/comm_history', { width: 480, locale })
  await page.getByRole('textbox').first().waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(`${detailsOf(SUE)}?view=subscriptions`)
  await page.getByRole('heading', { level: 3, name: 'P2' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab').first().click()
  const why = cardOf(page, 'OPI-').getByRole('button')
  await why.waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await why.click()
  await page.getByRole('dialog').getByRole('table').waitFor()
  await expectNoSidewaysScroll(page)
})
