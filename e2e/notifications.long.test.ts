import { wallTime } from '@aviary/contract/maintenance/pacific'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { waitFor } from '../apps/server/testing/wait-for.ts'
import { expectInSight, expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

// Neither server nor browser uses Pacific time, so that a missing conversion is noticed.
const SERVER_ZONE = 'Asia/Kolkata'
const BROWSER_ZONE = 'Asia/Tokyo'
const MINUTE = 60_000
const SUE = 'sue.subscriber@acme.example'

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SMTP_URL: smtp.url, TZ: SERVER_ZONE }, { movesClock: true })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

/** Pacific wall time in `minutes` minutes, as people enter it. */
const inMinutes = (minutes: number): string => wallTime(Date.now() + minutes * MINUTE).slice(0, 16)

const openOperator = (address: string) =>
  openAs('operator', address, { baseUrl: server.url, timezoneId: BROWSER_ZONE })

type Filled = { title: string; sendTime: string; japanese?: string }

/** Fills in the create dialog up to its confirmation; returns the number of recipients that it shows. */
async function fillIn(page: Page, { title, sendTime, japanese }: Filled): Promise<number> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Body').fill('Some calls are slow while we upgrade the storage.')
  if (japanese !== undefined) {
    await dialog.getByRole('button', { name: 'Add Japanese body' }).click()
    await dialog.getByLabel('Japanese body').fill(japanese)
  }
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Send time (Pacific time)').fill(sendTime)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  await dialog.getByText('These e-mails go EXTERNAL').waitFor()
  await dialog.getByRole('document').waitFor()
  await expectInSight(dialog.getByRole('button', { name: 'Back' }))
  await expectInSight(dialog.getByRole('button', { name: /^Confirm: / }))
  await expectAccessible(page)
  const recipients = await dialog.getByText(/^Recipients: \d+/).textContent()
  return Number(/\d+/.exec(recipients ?? '')?.[0])
}

const arrived = (people: number) =>
  waitFor(() => expect(smtp.received).toHaveLength(people), { interval: 100 })

let review: string
const start = inMinutes(24 * 60)

test('an event planned in Pacific time is announced in a minute, to the matching subscribers only', async () => {
  const { page } = await openOperator('/maintenance_event')
  await page.getByRole('button', { name: 'Create event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Storage upgrade')
  await dialog.getByLabel('Start (Pacific time)').fill(start)
  await dialog.getByRole('checkbox', { name: 'us2' }).check()
  await dialog.getByRole('radio', { name: 'External + Internal' }).check()
  await dialog.getByRole('button', { name: 'Create maintenance event' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForURL(/\/maintenance_event\/review\/\d+/)
  review = new URL(page.url()).pathname

  await page.getByRole('button', { name: 'Create Notification' }).click()
  const japanese = '一部の呼び出しが遅くなります。'
  const people = await fillIn(page, { title: 'We upgrade the storage', sendTime: inMinutes(10), japanese })
  expect(people).toBeGreaterThan(5)
  const counts =
    (await dialog
      .getByText(/^Recipients: \d+/)
      .locator('..')
      .textContent()) ?? ''
  const readers = Number(/日本語: (\d+)/.exec(counts)?.[1])
  expect(readers).toBeGreaterThan(0)
  await dialog.getByRole('combobox', { name: 'The mail as they will read it' }).selectOption('ja')
  const shown = dialog.getByRole('document', { name: 'The mail as they will read it' })
  await shown.getByText(japanese).waitFor()
  await dialog.getByRole('button', { name: /^Confirm: schedule for EXTERNAL, / }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /We upgrade the storage/ })
  await row.getByText('Scheduled').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(smtp.received).toEqual([])

  await server.setClockAhead(11 * MINUTE)
  await arrived(people)
  await row.getByText(`sent ${people}`, { exact: true }).waitFor()
  const to = smtp.received.map((mail) => mail.to)
  expect(new Set(to).size).toBe(people)
  expect(to).toContain(SUE)
  const mails = await Promise.all(smtp.received.map((_, index) => smtp.read(index)))
  const inJapanese = mails.filter(({ html }) => html?.includes(`<p>${japanese}</p>`))
  const inEnglish = mails.filter(({ html }) => html?.includes('<p>Some calls are slow while'))
  expect([inJapanese.length, inEnglish.length]).toEqual([readers, people - readers])
  const mail = inEnglish[0]
  if (!mail) throw new Error('Most people read English')
  expect(mail.subject).toMatch(/^Data Center Maintenance [A-Z][a-z]+ \d{1,2}, \d{4}$/)
  // The mail has the entered wall time: no time zone shifted it.
  expect(mail.text).toMatch(new RegExp(`Starts: ${start.replace('T', ' ')} P[SD]T \\(`))
})

test('a subscriber who narrows their subscription does not get the cancellation; the others do', async () => {
  const subscriber = await openAs('subscriber', '/subscriptions', { baseUrl: server.url })
  await subscriber.page
    .getByRole('checkbox', { name: 'Maintenance Cancelled, Notifications', exact: true })
    .uncheck()
  await subscriber.page.getByRole('button', { name: 'Submit' }).click()
  await subscriber.page.getByText('Notification preferences have been successfully updated!').waitFor()

  const before = smtp.received.length
  const { page } = await openOperator(review)
  await page.getByRole('button', { name: 'Create Notification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Maintenance Cancelled' }).check()
  const people = await fillIn(page, { title: 'It is cancelled', sendTime: inMinutes(20) })
  await dialog
    .getByText(/\[Cancelled\] Data Center Maintenance/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: /^Confirm: schedule for EXTERNAL, / }).click()
  await dialog.waitFor({ state: 'detached' })
  await server.setClockAhead(21 * MINUTE)
  await arrived(before + people)
  const cancelled = smtp.received.slice(before)
  expect(cancelled.map(({ to }) => to)).not.toContain(SUE)
  expect(cancelled.map(({ to }) => to)).toContain('oleg.operator@acme.example')
  expect((await smtp.read(before)).subject).toMatch(/^\[Cancelled\] Data Center Maintenance /)
})

test('an event that a colleague changes while one confirms shows whom the mails reach now', async () => {
  const ada = await signInAt(server.url)
  const fields = {
    ...{ title: 'New switches', data_centers: ['us2'], created_by: ada.email },
    ...{ start_date: '2027-11-07T10:00:00Z', end_date: '2027-11-07T12:30:00Z' },
  }
  const path = '/api/v2/maintenance_event'
  const { maintenance_event: event } = await writeAs<{ maintenance_event: { id: number } }>(ada, {
    ...{ method: 'POST', path, body: { ...fields, is_internal: 'N' } },
  })
  const { page } = await openOperator(`/maintenance_event/review/${event.id}`)
  await page.getByRole('button', { name: 'Create Notification' }).click()
  const dialog = page.getByRole('dialog')
  const people = await fillIn(page, { title: 'We change the switches', sendTime: inMinutes(24 * 60) })
  await writeAs(ada, { method: 'PUT', path, body: { ...fields, id: event.id, is_internal: 'Y' } })
  const changed = await dialog.getByRole('alert').textContent()
  const [now, before] = [...(changed ?? '').matchAll(/(\d+) (?:IN|EX)TERNAL/g)].map(([, number]) =>
    Number(number),
  )
  expect(before).toBe(people)
  expect(now).toBeLessThan(people)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Confirm: schedule for INTERNAL, / }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /We change the switches/ })
    .getByText('Scheduled')
    .waitFor()
})

test('a Personalized Open shows to everybody from its start to its end, and deleting it takes it away', async () => {
  const { page } = await openOperator(review)
  await page.getByRole('button', { name: 'Create Notification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Personalized Acme Open' }).check()
  await dialog.getByLabel('Title').fill('Storage is being upgraded')
  await dialog.getByLabel('Body').fill('Reports are late today.')
  await dialog.getByLabel('Start (Pacific time)').fill(inMinutes(-60))
  await dialog.getByLabel('End (Pacific time)').fill(inMinutes(180))
  await dialog.getByRole('radio', { name: 'No', exact: true }).check()
  await expectAccessible(page)
  const other = await openAs('support', '/', { baseUrl: server.url })
  await dialog.getByRole('button', { name: 'Attach notification' }).click()
  await dialog.waitFor({ state: 'detached' })
  const notice = other.page.getByText('Storage is being upgraded')
  await notice.waitFor({ timeout: 25_000 })
  await other.page.getByText('Reports are late today.').waitFor()
  await expectAccessible(other.page)

  const row = page.getByRole('row', { name: /Storage is being upgraded/ })
  await chooseAction(row, 'Delete')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  await notice.waitFor({ state: 'detached' })
})
