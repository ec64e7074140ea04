import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { headsOf, rowsOf, setUpByFile } from './support/own-company.ts'
import { signInAt } from './support/person.ts'
import { ingest } from './support/records.ts'
import type { Role } from './support/role.ts'
import { chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

/** A change is pushed within a second; a page that only polls takes up to 30. */
const SOON = { timeout: 25_000, interval: 50 }

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer({ SEED_DEMO: 'false' })
  await setUpByFile(server)
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

const openHere = (role: Role, address: string, options: object = {}) =>
  openAs(role, address, { baseUrl: server.url, ...options })

const openKind = async (kind: string) =>
  (await openHere('administrator', `/administration/reference/${kind}`)).page

async function rename(page: Page, from: string, to: string): Promise<void> {
  await chooseAction(page, 'Edit', from)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill(to)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('the order is changed by keyboard and by dragging, and the matrix follows', async () => {
  const { page: landing } = await openHere('support', '/')
  const page = await openKind('service')
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move Payments up' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await dialog.getByText('Payments is now 1 of 9').waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Refunds' })
    .dragTo(dialog.getByRole('listitem').filter({ hasText: 'Loyalty' }), { targetPosition: { x: 20, y: 4 } })
  await dialog.getByText('Refunds is now 3 of 9').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save the order' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await rowsOf(landing)).slice(0, 4))
    .toEqual(['Payments', 'Booking', 'Refunds', 'Loyalty'])
})

test('an unknown name of a sender becomes an alias, and its next alert is shown', async () => {
  const caller = { ...(await signInAt(server.url)), token: server.token }
  const send = () =>
    fetch(`${server.url}/api/webhooks/alertmanager`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        version: '4',
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'Slow', severity: 'critical', service: 'pay-gateway', data_center: 'OSLO' },
            startsAt: new Date().toISOString(),
            fingerprint: 'pay-1',
          },
        ],
      }),
    }).then((answer) => answer.json())
  expect(await send()).toMatchObject({ refused: 1 })
  const page = await openKind('unknown_names')
  await chooseAction(page, 'Alias of…', 'pay-gateway')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /^Services/ }).fill('Pay')
  await page.getByRole('option', { name: 'Payments' }).click()
  await dialog.getByRole('button', { name: 'Save the alias' }).click()
  await page.getByText('Every name that senders used is known').waitFor()
  expect(await send()).toMatchObject({ refused: 0 })
  const { page: landing } = await openHere('support', '/')
  await landing.getByRole('button', { name: /^Payments, Oslo: outage/ }).waitFor()
})

test('a renamed service keeps the alert, a retired one leaves the matrix, history stays readable', async () => {
  const caller = { ...(await signInAt(server.url)), token: server.token }
  await ingest(
    'incidents',
    [
      {
        jira_id: 'OPI-1',
        priority_type: 'P1',
        severity: 'OUTAGE',
        status: 'RESOLVED',
        details: 'Crews saw no rosters.',
        affected_services: ['Crew'],
        data_centers: ['oslo'],
        start_date: '2026-08-20T10:00:00Z',
        end_date: '2026-08-20T11:00:00Z',
      },
    ],
    caller,
  )
  const page = await openKind('service')
  await rename(page, 'Payments', 'Money')
  await rename(page, 'Crew', 'Cabin crew')
  await chooseAction(page, 'Retire', 'Cabin crew')
  await page.getByRole('dialog').getByRole('button', { name: 'Retire', exact: true }).click()
  await page.getByText('Cabin crew is retired').waitFor()
  await page.getByText('Cabin crew (retired)').waitFor()
  const { page: landing } = await openHere('support', '/')
  await landing.getByRole('button', { name: /^Money, Oslo: outage/ }).waitFor()
  expect(await rowsOf(landing)).not.toContain('Cabin crew')
  await landing.goto('/history')
  await landing.getByRole('row', { name: /OPI-1/ }).getByText('Crew').waitFor()
})

test('an open matrix shows a new name at once, without a reload', async () => {
  const { page: landing } = await openHere('support', '/')
  await landing.getByRole('grid').waitFor()
  await landing.waitForLoadState()
  const loads: string[] = []
  landing.on('load', (page) => loads.push(page.url()))
  const page = await openKind('service')
  await rename(page, 'Fares', 'Tickets')
  await expect.poll(() => rowsOf(landing), SOON).toContain('Tickets')
  await page.getByRole('link', { name: 'Data centers', exact: true }).click()
  await rename(page, 'Turku', 'Åbo')
  await expect.poll(() => headsOf(landing), SOON).toContain('Åbo')
  expect(loads).toEqual([])
})

test.each(['service', 'alert_type', 'severity', 'unknown_names'])(
  'the list of %s is accessible and fits 390 pixels',
  async (kind) => {
    const { page } = await openHere('administrator', `/administration/reference/${kind}`, {
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .locator('main')
      .getByRole('listitem')
      .or(page.getByText('Every name that senders used is known'))
      .first()
      .waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)

test('somebody without the action is kept out', async () => {
  const { page } = await openHere('support', '/administration/reference/service')
  await page.getByText('You may not open this page.').waitFor()
})
