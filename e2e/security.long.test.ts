import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import type { Role } from './support/role.ts'
import { cardOf, chooseAction, menuOf } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'
import { write } from './support/write.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer({ SEED_DEMO: 'false' })
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

const openHere = (role: Role, address: string, options: object = {}) =>
  openAs(role, address, { baseUrl: server.url, ...options })

const ADMIN = 'ada.admin@acme.example'

const created = (page: Page, title: string) =>
  write(page, {
    method: 'POST',
    path: '/sec/incidents/',
    person: ADMIN,
    body: { title, status: 'Open', description: 'Of a test', start_date: '2026-08-20T07:43:00-07:00' },
  })

test('an incident from its creation over its comm to the recipients of its mails', async () => {
  const { page, allow } = await openHere('administrator', '/security_incidents')
  // Allows the browser's own console message about a refused deletion.
  allow(/status of 409/)
  await page.getByText('No Data').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Security Incident' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Create' })
  await expect.poll(() => isFocused(dialog.getByLabel('Title'))).toBe(true)
  const status = dialog.getByRole('combobox', { name: 'Status' })
  for (const field of [dialog.getByLabel('Title'), status, dialog.getByLabel('Description')])
    await field.focus()
  await expect.poll(() => dialog.getByLabel('Start date').inputValue()).not.toBe('')
  await dialog.getByLabel('Start date').fill('')
  await dialog.getByLabel('End date').focus()
  for (const field of ['Title', 'Status', 'Description', 'Start date'])
    await dialog.getByText(`${field} is required`).first().waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await expectAccessible(page)

  await dialog.getByLabel('Title').fill('Leaked key')
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => status.inputValue()).toBe('Open')
  await dialog.getByRole('option', { name: 'Resolved' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('option', { name: 'Resolved' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('option', { name: 'Resolved' }).waitFor({ state: 'detached' })
  await status.fill('Investigating')
  await dialog.getByLabel('Description').fill('A key was found in a public place')
  await dialog.getByLabel('Start date').fill('2026-08-20T07:43')
  await dialog.getByText(/^PDT \(-0700\), = Aug 20, 2026, 14:43 UTC$/).waitFor()
  await dialog.getByLabel('End date').fill('2026-08-20T09:00')
  await dialog.getByLabel('Start date').fill('2026-08-21T10:00')
  await expect.poll(() => dialog.getByLabel('End date').inputValue()).toBe('2026-08-21T10:00')
  await expect.poll(() => dialog.getByLabel('End date').getAttribute('min')).toBe('2026-08-21T10:00')
  await dialog.getByLabel('End date').fill('2026-08-21T09:59')
  await dialog.getByText('The end is before the start').first().waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await dialog.getByLabel('End date').fill('')
  // An incomplete time is invalid and must not count as empty.
  await dialog.getByLabel('End date').focus()
  await page.keyboard.type('0102')
  await dialog.getByText('Enter the whole end, or clear it').first().waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await page.reload()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Leaked key')
  await submit.click()
  await page.getByText('Security Incident created successfully!').waitFor()
  const row = page.getByRole('row', { name: /Leaked key/ })
  await row.locator('[data-tip^="Aug 21, 2026, 10:00 PDT"]').waitFor()

  await row.getByRole('link', { name: /^Manage Comms/ }).click()
  await page.getByRole('heading', { level: 1, name: /^Comms for \d+$/ }).waitFor()
  await page.getByText('No Data').waitFor()
  await page.getByRole('button', { name: 'Create Comm' }).click()
  await expect.poll(() => dialog.getByLabel('Comm Type').inputValue()).toBe('1')
  await dialog.getByLabel('Status').focus()
  await dialog.getByLabel('Description').focus()
  await dialog.getByText('Status is required').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Status').fill('Draft')
  await dialog.getByLabel('Description').fill('To all customers')
  await dialog.getByLabel('Comm Type').selectOption('Update')
  await dialog.getByRole('checkbox', { name: 'Hidden' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Comm created successfully!').waitFor()
  const comm = page.getByRole('row', { name: /To all customers/ })
  await comm.getByText('Update', { exact: true }).waitFor()
  await comm.getByText('(hidden)').waitFor()
  await expect
    .poll(() => comm.getByRole('link', { name: /^Manage Emails/ }).getAttribute('href'))
    .toMatch(/\/emails\/\d+$/)
  await expectAccessible(page)
  await chooseAction(comm, 'Edit')
  await dialog.getByLabel('Status').fill('Approved')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await comm.getByText('Approved').waitFor()

  await page
    .getByRole('navigation', { name: 'Where you are' })
    .getByRole('link', { name: 'Security incidents' })
    .click()
  await chooseAction(row, 'Delete')
  await dialog.getByText('Confirm: Are you sure you want to delete this?').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/still has comms \(1\)\. Delete them first/).waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await row.getByRole('link', { name: /^Manage Comms/ }).click()
  await chooseAction(comm, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Comm deleted successfully!').waitFor()
  await page.getByText('No Data').waitFor()
})

test('security users are created, found by company and by address, edited and deleted', async () => {
  const { page } = await openHere('administrator', '/security_incidents')
  await page.getByRole('link', { name: 'Manage Emails' }).click()
  await page.getByRole('heading', { level: 1, name: 'Manage Security Incident Emails' }).waitFor()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Create' })
  const create = async (company: string, email: string) => {
    await page.getByRole('button', { name: 'Create Security User' }).click()
    await dialog.getByLabel('Company ID').fill(company)
    await dialog.getByLabel('Email').fill(email)
  }
  await create('4x', 'no address')
  await dialog.getByText('Invalid Email').first().waitFor()
  await dialog.getByText('Use a whole number').first().waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Email').press('Enter')
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await dialog.getByLabel('Company ID').fill('41')
  await dialog.getByLabel('Email').fill('One@customer.example')
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[type=submit]')?.disabled)
  await submit.click()
  const row = page.getByRole('row', { name: /One@customer\.example/ })
  await row.getByText('None').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await create('42', 'two@customer.example')
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[type=submit]')?.disabled)
  await submit.click()
  const two = page.getByRole('row', { name: /two@customer\.example/ })
  await two.waitFor()

  const filter = page.getByRole('searchbox', { name: 'Search by Company ID or Email...' })
  await filter.fill('42')
  await row.waitFor({ state: 'detached' })
  await page.waitForURL(/filter=42/)
  await page.reload()
  await two.waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await filter.fill('ONE@')
  await row.waitFor()
  await two.waitFor({ state: 'detached' })
  await expectAccessible(page)

  await chooseAction(row, 'Edit')
  await dialog.getByRole('checkbox', { name: 'Active' }).uncheck()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Security User edited successfully!').waitFor()
  await row.getByText('No', { exact: true }).waitFor()
  await row.getByText('None').waitFor({ state: 'detached' })
  await chooseAction(row, 'Delete')
  await dialog.getByText('Confirm: Are you sure you want to delete this?').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Security User deleted successfully!').waitFor()
  await page.getByText('No Data').waitFor()
})

test('of two who edit one incident the second sees what the first changed, and chooses', async () => {
  const first = await openHere('administrator', '/security_incidents')
  expect(await created(first.page, 'Two at once')).toBe(200)
  const second = await openHere('administrator', '/security_incidents')
  for (const { page } of [first, second]) {
    await chooseAction(page, 'Edit', /\d+ Two at once$/)
    await page.getByRole('dialog', { name: 'Edit Security Incident' }).waitFor()
  }
  const mine = second.page.getByRole('dialog')
  await mine.getByRole('combobox', { name: 'Status' }).fill('Closed')
  await first.page.getByRole('combobox', { name: 'Status' }).fill('Contained')
  await first.page.getByRole('button', { name: 'Save changes' }).click()
  await first.page.getByText('Security Incident edited successfully!').waitFor()

  await mine.getByText('Somebody changed this meanwhile.').waitFor()
  await mine.getByRole('row', { name: 'Status Contained Closed' }).waitFor()
  await expectAccessible(second.page)
  await expect.poll(() => mine.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => isFocused(mine.getByLabel('Title'))).toBe(true)
  await mine.getByRole('button', { name: 'Save changes' }).click()
  // The first page gets the second save by push, before its next poll.
  await first.page
    .getByRole('row', { name: /Two at once/ })
    .getByText('Closed')
    .waitFor()
})

test('an incident is created and given up by keyboard alone, and deleted with the focus on the way back', async () => {
  const { page } = await openHere('administrator', '/security_incidents')
  expect(await created(page, 'By keyboard')).toBe(200)
  const create = page.getByRole('button', { name: 'Create Security Incident' })
  await create.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => isFocused(dialog.getByLabel('Title'))).toBe(true)
  await page.keyboard.type('Half a thought')
  await page.keyboard.press('Escape')
  await dialog.getByText('Discard what you typed?').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(create)).toBe(true)

  await menuOf(page, /\d+ By keyboard$/).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(page.getByRole('menuitem').first())).toBe(true)
  await page.getByRole('menuitem', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /By keyboard/ }).waitFor({ state: 'detached' })
})

test("an unknown incident's id leads to not-found, and a person without permission is kept out", async () => {
  const { page } = await openHere('administrator', '/comms/x1')
  await page.waitForURL(/\/not-found$/)
  const operator = await openHere('operator', '/')
  await expect.poll(() => operator.page.getByRole('link', { name: 'Security incidents' }).count()).toBe(0)
  await operator.page.goto('/security_incidents')
  await operator.page.getByRole('heading', { name: 'This page is restricted' }).waitFor()
})

test.each(['de-DE', 'ja-JP'])('the three pages in %s are accessible and fit 480 pixels', async (locale) => {
  const { page } = await openHere('administrator', '/security_incidents', {
    locale,
    viewport: { width: 480, height: 900 },
  })
  expect(
    await created(page, `Incident with-a-very-long-and-unbroken-title-${'x'.repeat(60)} ${locale}`),
  ).toBe(200)
  const comms = await cardOf(page, locale).getByRole('link').getAttribute('href')
  for (const address of ['/security_incidents', comms ?? '', '/manage_security_users']) {
    await page.goto(address)
    // Waits only until the list is attached: without rows its height is zero, so it never counts as visible.
    await page.locator('main ul[aria-label]').first().waitFor({ state: 'attached' })
    for (const width of [1270, 996, 814, 480]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
})
