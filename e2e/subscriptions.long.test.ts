import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import type { Role } from './support/role.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open, openAs } from './support/visit.ts'

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SMTP_URL: smtp.url })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

const SAVED = 'Notification preferences have been successfully updated!'
const PLEASE = 'Please ensure at least one box is checked per category.'

const visit = (role: Role, address = '/subscriptions', width = 1280) =>
  openAs(role, address, { baseUrl: server.url, viewport: { width, height: 900 } })
/** A group of checkboxes is a column of a table; on a phone it is a block of its own. */
const column = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const group = (within: Page | Locator, name: string) => within.getByRole('group', { name, exact: true })
const box = (page: Page, [category, list, name]: [string, string, string]): Locator =>
  page
    .getByRole('rowgroup', { name: list, exact: true })
    .getByRole('checkbox', { name: `${name}, ${category}`, exact: true })
const top = async (locator: Locator) => (await locator.boundingBox())?.y
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

test('a subscriber narrows what is mailed, by mouse and by keyboard, and a reload shows it stored', async () => {
  const { page } = await visit('subscriber', '/subscriptions')
  await page.getByText('E-mail address: sue.subscriber@acme.example').waitFor()
  await column(page, 'P1').getByText('26 of 26 chosen').waitFor()
  await column(page, 'Notifications').getByText('12 of 12 chosen').waitFor()
  await expect.poll(() => submit(page).isDisabled()).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await box(page, ['P1', 'Services', 'Travel']).click()
  await page.getByRole('button', { name: 'Clear all: P2' }).focus()
  await page.keyboard.press('Enter')
  await box(page, ['Notifications', 'Data centers', 'us2']).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText('There are unsaved changes').waitFor()
  await expectAccessible(page)
  await page.reload()
  await page.getByText('There are unsaved changes').waitFor()
  await expect.poll(() => box(page, ['Notifications', 'Data centers', 'EMEA']).isChecked()).toBe(false)
  await submit(page).focus()
  await page.keyboard.press('Enter')
  await page.getByText(SAVED).waitFor()
  await page.getByRole('status').getByText('Nothing has been changed').waitFor()

  await page.reload()
  await column(page, 'P1').getByText('25 of 26 chosen').waitFor()
  await column(page, 'P2').getByText('not subscribed').waitFor()
  await column(page, 'Notifications').getByText('10 of 12 chosen').waitFor()
  await expect.poll(() => box(page, ['P1', 'Services', 'Travel']).isChecked()).toBe(false)
  await expect.poll(() => page.getByText('There are unsaved changes').count()).toBe(0)
})

test('an incomplete category is refused in words beside it, also in a narrow window', async () => {
  const { page } = await visit('operator', '/subscriptions', 480)
  await group(page, 'P1').getByText('28 of 28 chosen').waitFor()
  await group(page, 'P1').getByRole('heading', { name: 'P1' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Clear all: Alert types, P1' }).click()
  await group(page, 'P1').getByText(PLEASE).waitFor()
  await group(group(page, 'P1'), 'Alert types').getByText('nothing chosen').waitFor()
  await page.getByText('Not complete yet: P1.').waitFor()
  await expect.poll(() => submit(page).isDisabled()).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('status').getByText('Nothing has been changed').waitFor()
  await expect.poll(() => page.getByText(PLEASE).count()).toBe(0)
})

test('who changes the subscriptions of others sees whose they are, and these people are mailed', async () => {
  const { page } = await visit('administrator', '/subscriptions?email=new.person%40example.com')
  await page.getByText('These are the subscriptions of new.person@example.com, not your own.').waitFor()
  await page.getByRole('button', { name: 'Select all: Notifications' }).click()
  await submit(page).click()
  await page.getByText(SAVED).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'To your own subscriptions' }).click()
  await page.getByText('E-mail address: ada.admin@acme.example').waitFor()
  const mailed = () => smtp.received.filter(({ to }) => to === 'new.person@example.com').map(({ raw }) => raw)
  await expect.poll(() => mailed().join()).toContain('Your subscriptions were changed')
})

test('support reads the subscriptions of others and may not change them, and a subscriber neither', async () => {
  const { page } = await visit('support', '/subscriptions?email=new.person%40example.com', 480)
  await page
    .getByText('You may read them. To change them needs the action “Change what others are subscribed to”.')
    .waitFor()
  await expect.poll(() => submit(page).isDisabled()).toBe(true)
  await group(page, 'P1').getByRole('heading', { name: 'P1' }).click()
  await expect.poll(() => page.getByRole('checkbox').first().isDisabled()).toBe(true)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const other = await visit('subscriber', '/subscriptions?email=new.person%40example.com')
  other.allow(/403/)
  await other.page
    .getByText(/those of others need the action 'Search subscribers and read what was sent to them'/)
    .first()
    .waitFor()
  await expectAccessible(other.page)
})

/** Mails a message about OPI-1801, which concerns Travel; returns the recipients. */
async function broadcast(): Promise<string[]> {
  const before = smtp.received.length
  const { page } = await visit('incident_manager', '/edit/OPI-1801')
  const sent = await page.evaluate(async () => {
    const answer = await fetch('/api/create_message/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': /tokens=([^;]+)/.exec(document.cookie)?.[1] ?? '',
      },
      body: JSON.stringify({
        jira_id: 'OPI-1801',
        priority_type: 'P1',
        message_type: 'Internal Update',
        body: 'We look into it',
        broadcast: 'Y',
        email_template_data: { current_status: 'Looking', next_update: '15:00 UTC' },
        audit_log_data: {
          application_name: 'Aviary',
          user_email: 'ines.incident@acme.example',
          action_name: 'Create Message',
        },
      }),
    })
    return answer.status
  })
  expect(sent).toBe(200)
  await page.reload()
  await page.getByText('Queued: 0').first().waitFor()
  await page.getByText(/^Queued: [1-9]/).waitFor({ state: 'hidden' })
  return smtp.received.slice(before).map(({ to }) => to)
}

test('a narrowed subscription stops the next mail; the link in a mail ends one, on the open page too', async () => {
  const got = await broadcast()
  expect(got).toContain('oleg.operator@acme.example')
  expect(got).not.toContain('sue.subscriber@acme.example')

  const index = smtp.received.findIndex(({ to }) => to === 'oleg.operator@acme.example')
  const link = /https?:\S+unsubscribe\/[\w-]+/.exec((await smtp.read(index)).text ?? '')?.[0] ?? ''
  const oleg = await visit('operator')
  await column(oleg.page, 'P1').getByText('28 of 28 chosen').waitFor()
  const { page } = await open(new URL(link).pathname, { baseUrl: server.url })
  await page.getByRole('heading', { name: 'What we mail you about' }).waitFor()
  await page.getByText('oleg.operator@acme.example').waitFor()
  await page.getByRole('button', { name: 'Unsubscribe from everything' }).click()
  await page.getByText('You are unsubscribed.').waitFor()
  for (const name of ['P1', 'P2', 'Notifications'])
    await column(oleg.page, name).getByText('not subscribed').waitFor({ timeout: 25_000 })
  expect(await broadcast()).not.toContain('oleg.operator@acme.example')
})

test('/home leads to the landing page as soon as somebody is signed in', async () => {
  const { page } = await visit('subscriber', '/home')
  await page.waitForURL(`${server.url}/`)
  await page
    .getByRole('link', { name: /OPI-1801/ })
    .first()
    .waitFor()
})

test.each(['en', 'de', 'ja'])(
  "a category's missing choices are named in one line without moving a box (%s)",
  async (locale) => {
    const { page } = await openAs('subscriber', '/subscriptions', {
      baseUrl: server.url,
      viewport: { width: 1440, height: 900 },
      locale,
    })
    const head = page.getByRole('columnheader').first()
    const services = page.getByRole('rowgroup').nth(1)
    const before = await top(services)
    await head.getByRole('button').nth(1).click()
    await services.getByRole('checkbox', { name: 'Expense, P1', exact: true }).click()
    await expect.poll(() => top(services)).toBeCloseTo(before ?? 0, 0)
    const controls = page.getByRole('rowgroup').nth(2).getByRole('cell').first()
    const fault = controls.locator(':scope > div > span').first()
    expect((await fault.boundingBox())?.height).toBeLessThan(28)
    const right = ({ x, width }: { x: number; width: number }) => x + width
    const [inner, outer] = [await fault.boundingBox(), await controls.boundingBox()]
    expect(inner && outer && right(inner) <= right(outer)).toBe(true)
  },
)
