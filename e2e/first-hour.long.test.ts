import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { ingest } from './support/records.ts'
import type { Role } from './support/role.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SEED_DEMO: 'false', SMTP_URL: smtp.url })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

const openHere = async (role: Role, options: object = {}) =>
  (await openAs(role, '/', { baseUrl: server.url, ...options })).page

const listOf = (page: Page) => page.getByRole('region', { name: 'Set up Aviary' })
const stepOf = (page: Page, title: string) =>
  listOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: title }) })
/** The set-up list polls every five seconds; a pushed change arrives within one second. */
const SOON = { timeout: 25_000 }

test('on a phone the list is one column that a thumb can use', async () => {
  const page = await openHere('administrator', { viewport: { width: 390, height: 844 } })
  await listOf(page).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const small = await listOf(page)
    .locator('a, button')
    .evaluateAll((targets) =>
      targets
        .map((target) => ({ name: target.textContent, height: target.getBoundingClientRect().height }))
        .filter(({ height }) => height < 44),
    )
  expect(small).toEqual([])
})

test('an administrator sets up by keyboard: the test mail, the first source, and the matrix takes over', async () => {
  const page = await openHere('administrator')
  await listOf(page).waitFor()
  await listOf(page).getByText('3 of 5 done').waitFor()
  await expect.poll(() => listOf(page).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('3')
  await expect
    .poll(() => listOf(page).locator('[aria-current="step"] h3').textContent())
    .toBe('Connect what knows about trouble')
  await stepOf(page, 'Connect what').getByText(`${server.url}/api/webhooks/jira`).waitFor()
  await page.getByRole('grid').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send a test mail to me' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The mail server accepted the test mail to ada.admin@acme.example').waitFor()
  await stepOf(page, 'Mail').getByText('Test mail accepted:').waitFor()
  await listOf(page).getByText('4 of 5 done').waitFor()
  expect(smtp.received.map(({ to }) => to)).toEqual(['ada.admin@acme.example'])
  const mail = await smtp.read(0)
  expect([mail.subject, mail.text]).toEqual(['Test mail from Aviary', expect.stringContaining(server.url)])

  const other = await openHere('support')
  await other.getByText('ada.admin@acme.example is on it').waitFor()
  await expect.poll(() => listOf(other).count()).toBe(0)
  await other.getByRole('grid').waitFor()
  await expectAccessible(other)

  // The open list must report a refused record.
  const at = new Date().toISOString()
  const alert = { labels: { alertname: 'Slow', service: 'Espresso', data_center: 'us2' }, startsAt: at }
  await fetch(`${server.url}/api/webhooks/alertmanager`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4', status: 'firing', alerts: [{ ...alert, status: 'firing' }] }),
  })
  await listOf(page).getByRole('link', { name: '1 record refused, not known: service' }).waitFor(SOON)

  const status = { service: 'Mobile', data_center: 'us2', status: 'OUTAGE', source: 'monitor', at }
  await ingest('status', [status], server)
  for (const open of [page, other])
    await open.getByRole('button', { name: /Mobile, us2: outage/ }).waitFor(SOON)
  await expect.poll(() => listOf(page).count()).toBe(0)
  await expect.poll(() => other.getByText('is on it').count()).toBe(0)
})
