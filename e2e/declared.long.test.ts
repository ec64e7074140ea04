import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { ingest } from './support/records.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer({})
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

const visit = (path: string, role: 'incident_manager' | 'operator' = 'incident_manager') =>
  openAs(role, path, { baseUrl: server.url })

test('an incident is declared by keyboard, made EXTERNAL, resolved, and its end is told', async () => {
  const { page } = await visit('/')
  await page.getByRole('button', { name: 'Declare incident' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create' })
  await dialog.getByText('What is wrong required').waitFor()
  await expect.poll(() => isFocused(dialog.getByLabel('What is wrong'))).toBe(true)
  await page.keyboard.insertText('Bookings fail')
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Priority').selectOption('P1')
  await dialog.getByLabel('Severity').selectOption('OUTAGE')
  for (const [label, name] of [
    ['Affected services', 'Mobile'],
    ['Data centers', 'us2'],
  ] as const) {
    const field = dialog.getByRole('combobox', { name: label })
    await field.focus()
    await page.keyboard.insertText(name)
    // The whole list has it, too, and the select elements have options.
    await expect.poll(() => page.locator('[role=option]:visible').first().textContent()).toContain(name)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => dialog.getByLabel('What is wrong').inputValue()).toBe('Bookings fail')
  await create.click()
  await page.waitForURL('**/details/AVI-1')
  await page.getByRole('heading', { level: 1, name: /AVI-1.*Mobile: Bookings fail/ }).waitFor()
  await page.getByText('internal').first().waitFor()
  await expectAccessible(page)

  const more = page.getByRole('button', { name: 'More about AVI-1' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('What is wrong').fill('Bookings fail in the app')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: /Bookings fail in the app/ }).waitFor()
  await more.click()
  await page.getByRole('menuitem', { name: 'Make EXTERNAL' }).click()
  await page.getByRole('dialog', { name: 'Make AVI-1 EXTERNAL?' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make EXTERNAL' }).click()
  await page.getByText('The incident is EXTERNAL now').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Resolve' }).click()
  await dialog.getByText('The incident ends now').waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
  await expect
    .poll(() =>
      dialog.getByRole('checkbox', { name: 'Then tell people: write “Service Restored”' }).isChecked(),
    )
    .toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog', { name: /^Create message: / }).waitFor()
  // The types are loaded after the dialog has opened.
  await expect.poll(() => dialog.getByLabel('Message type').inputValue()).toBe('Service Restored')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Incident Resolved').first().waitFor()
})

test('the alert behind a cell becomes one incident, which is handed over to the tracker with its address', async () => {
  const at = new Date().toISOString()
  const alert = {
    service: 'Mobile',
    data_center: 'china',
    source: 'probe-mobile',
    status: 'OUTAGE',
    summary: 'Half of the logins fail',
    at,
  }
  await ingest('status', [alert, { ...alert, data_center: 'eu' }], server)
  const { page, allow } = await visit('/')
  // The handover at the end changes the incident's id. If the push arrives before the answer, the page still requests
  // the old id once.
  allow(/404 .*own_incident/)
  await page.getByRole('button', { name: /Mobile.*China/ }).click()
  await page.getByRole('link', { name: 'Declare incident' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Declare incident' })
  await dialog.getByLabel('Priority').selectOption('P2')
  await expect.poll(() => dialog.getByLabel('What is wrong').inputValue()).toBe('Half of the logins fail')
  // The alert covers two data centers, so both are filled in.
  await dialog.getByText('EMEA', { exact: true }).first().waitFor()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/details/AVI-*')
  const own = new URL(page.url()).pathname
  await page.getByRole('button', { name: /^More about AVI-/ }).click()
  await page.getByRole('menuitem', { name: 'Hand over to the tracker' }).click()
  await page.getByLabel('Issue in the tracker').fill('OPI-9900')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over to the tracker' }).click()
  await page.waitForURL('**/details/OPI-9900')
  await page.getByRole('heading', { level: 1, name: /OPI-9900/ }).waitFor()
  await page.goto(`${server.url}${own}`)
  await page.waitForURL('**/details/OPI-9900')
})

test('who may not declare has no button for it', async () => {
  const { page } = await visit('/', 'operator')
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Declare incident' }).count()).toBe(0)
})
