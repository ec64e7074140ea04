import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import type { Role } from './support/role.ts'
import { chooseAction, rowItem } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

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

const SAM = 'sam.support@acme.example'

test('a token made by keyboard calls with the rights of its person, and loses a right with them', async () => {
  const { page } = await openHere('support', '/')
  await page.getByRole('button', { name: /Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Your tokens' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your tokens' }).waitFor()
  await page.getByText('Signing out ends no token').waitFor()
  await page.getByRole('button', { name: 'Add New Token' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create Personal Token' })
  await expect.poll(() => isFocused(form.getByRole('textbox', { name: 'Token Name' }))).toBe(true)
  await page.keyboard.type('laptop')
  await form.getByRole('checkbox', { name: 'read:subscribers' }).focus()
  await page.keyboard.press('Space')
  const locked = form.getByRole('checkbox', { name: 'write:messages' })
  await expect.poll(() => locked.isDisabled()).toBe(true)
  await expect.poll(() => form.getByRole('checkbox', { name: 'ingest:status' }).count()).toBe(0)
  await form.getByText('Your rights do not allow this now').first().waitFor()
  await expectAccessible(page)

  // A year is the most, and half of an end is none.
  const expires = form.getByLabel('Expires')
  const usual = await expires.inputValue()
  await expires.fill('2099-01-02T03:04')
  await expect.poll(() => form.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
  await expires.fill('')
  await form.getByText('Expires is a required field').first().waitFor()
  await expires.fill(usual)
  await expect.poll(() => form.getByRole('button', { name: 'Create' }).isDisabled()).toBe(false)
  await form.getByRole('button', { name: 'Create' }).focus()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'The token laptop' })
  const secret = (await shown.getByText(/^avs_[0-9A-Za-z]{49}$/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  const row = page.getByRole('row', { name: /^laptop/ })
  await row.getByText(`avs_…${secret.slice(-4)}`).waitFor()

  const ask = async (path: string) =>
    (await fetch(`${server.url}/api/${path}`, { headers: { authorization: `Bearer ${secret}` } })).status
  const exists = `subscriber_exists/?email=${encodeURIComponent(SAM)}`
  expect([await ask(exists), await ask('v4/status/')]).toEqual([200, 403])

  const admin = await openHere('administrator', '/administration')
  await chooseAction(admin.page, 'Edit', SAM)
  const person = admin.page.getByRole('dialog', { name: 'Edit User' })
  await person.getByRole('button', { name: 'Take Support away' }).click()
  await person.getByRole('button', { name: 'Save changes' }).click()
  await admin.page.getByText('User Edited Successfully!').waitFor()
  expect(await ask(exists)).toBe(403)

  // The right is gone from the open page, too; the token keeps its scope until it is taken away.
  await chooseAction(page, 'Edit', 'laptop')
  const edit = page.getByRole('dialog', { name: 'Edit Personal Token' })
  const scope = edit.getByRole('checkbox', { name: 'read:subscribers' })
  await expect.poll(() => scope.isChecked()).toBe(true)
  await expect.poll(() => scope.isDisabled()).toBe(false)
  await scope.uncheck()
  // Until it is saved, a mistake can be taken back.
  await expect.poll(() => scope.isDisabled()).toBe(false)
  await edit.getByRole('checkbox', { name: 'read:status' }).check()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Personal Token Edited Successfully!').waitFor()
  expect(await ask('v4/status/')).toBe(200)

  // Administrators see whose it is, and can only end it.
  const name = `${SAM}/laptop`
  await admin.page.reload()
  const item = await rowItem(admin.page, 'Replace the secret', name)
  await expect.poll(() => item.getAttribute('aria-disabled')).toBe('true')
  await admin.page.keyboard.press('Escape')
  await chooseAction(admin.page, 'Revoke', name)
  await admin.page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await admin.page.getByText('Service Token Revoked Successfully!').waitFor()
  expect(await ask('v4/status/')).toBe(401)
})

test('a secret is replaced and the token revoked by its person', async () => {
  const { page } = await openHere('operator', '/tokens')
  await page.getByRole('button', { name: 'Add New Token' }).click()
  const form = page.getByRole('dialog', { name: 'Create Personal Token' })
  await form.getByRole('textbox', { name: 'Token Name' }).fill('phone')
  await form.getByRole('checkbox', { name: 'read:status' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await chooseAction(page, 'Replace the secret…', 'phone')
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('dialog', { name: 'The token phone' }).waitFor()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await chooseAction(page, 'Revoke', 'phone')
  await page.getByRole('dialog', { name: 'Revoke Personal Token' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page
    .getByRole('row', { name: /^phone/ })
    .getByText('Revoked')
    .waitFor()
})

test.each(['de-DE', 'ja-JP'])(
  'the page and its form in %s are accessible and fit 390 pixels',
  async (locale) => {
    const { page } = await openHere('operator', '/tokens', { locale, viewport: { width: 390, height: 844 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.locator('main').getByRole('button').nth(1).click()
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)
