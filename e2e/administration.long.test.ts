import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocused } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import type { Role } from './support/role.ts'
import { cardOf, chooseAction, menuOf, rowItem } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAndSignIn, openAs } from './support/visit.ts'

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

const editOf = async (page: Page, email: string) => {
  await chooseAction(page, 'Edit', email)
  return page.getByRole('dialog', { name: 'Edit User' })
}

test('the address of a section leads there, also while the sections above it load', async () => {
  const { page } = await openHere('administrator', '/not-found')
  const held = Promise.withResolvers<void>()
  await page.route('**/get_users/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/administration#tokens')
  const head = page.getByRole('button', { name: 'Service Tokens', exact: true })
  await expect.poll(() => isFocused(head)).toBe(true)
  held.resolve()
  await page.getByRole('table', { name: 'User Management' }).getByText('ada.admin@acme.example').waitFor()
  await expect.poll(() => isFocused(head)).toBe(true)
})

test('a token gets a new secret, which is accepted in the place of the old one', async () => {
  const { page } = await openHere('administrator', '/administration')
  const takeSecret = async () => {
    const dialog = page.getByRole('dialog', { name: 'The token dashboard' })
    const secret = await dialog.getByText(/^avs_[0-9A-Za-z]{49}$/).textContent()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    return secret ?? ''
  }
  const askWith = async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    const response = await fetch(`${server.url}/api/service_token/`, { headers })
    return response.status === 200 ? response.json() : response.status
  }
  await page.getByRole('button', { name: 'Add New Token' }).click()
  const form = page.getByRole('dialog', { name: 'Create Service Token' })
  await form.getByRole('textbox', { name: 'Token Name' }).fill('dashboard')
  await form.getByRole('checkbox', { name: 'read:status' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  const first = await takeSecret()
  const row = page.getByRole('row', { name: /^dashboard/ })
  await row.getByText(`avs_…${first.slice(-4)}`).waitFor()
  await row.getByText('ada.admin@acme.example').waitFor()
  expect(await askWith(first)).toEqual({ name: 'dashboard', scopes: ['read:status'] })

  await chooseAction(page, 'Replace the secret…', 'dashboard')
  const question = page.getByRole('dialog', { name: 'Replace the secret of the token?' })
  await question.getByText('accepted for 24 more hours').waitFor()
  await question.getByRole('checkbox', { name: 'Refuse the present secret at once' }).check()
  await question.getByText('refused from now on').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Replace the secret' }).click()
  const second = await takeSecret()
  await row.getByText(`avs_…${second.slice(-4)}`).waitFor()
  expect([await askWith(first), await askWith(second)]).toEqual([
    401,
    { name: 'dashboard', scopes: ['read:status'] },
  ])
})

test('a role is dragged to a person, who has its rights on the next click without signing in again', async () => {
  const sue = await openHere('subscriber', '/')
  await sue.page.getByRole('navigation').first().waitFor()
  await expect.poll(() => sue.page.getByRole('link', { name: 'Charts' }).count()).toBe(0)
  await sue.page.goto('/deliveries')
  await sue.page.getByText('You may not open this page.').waitFor()

  const { page } = await openHere('administrator', '/administration')
  const dialog = await editOf(page, 'sue.subscriber@acme.example')
  const from = dialog.getByRole('button', { name: 'Assign Support' })
  await from.dragTo(dialog.getByRole('list', { name: /^Assigned/ }))
  await dialog.getByRole('button', { name: 'Take Support away' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('User Edited Successfully!').waitFor()
  await page
    .getByRole('row', { name: /sue\.subscriber/ })
    .getByText('Subscriber, Support')
    .waitFor()

  await sue.page.getByRole('link', { name: 'Active Incidents' }).first().click()
  await sue.page.getByRole('link', { name: 'Delivery Ledger' }).first().click()
  await sue.page.getByRole('heading', { level: 1, name: 'Delivery ledger' }).waitFor()
})

test('by keyboard alone a role is taken away and given, and it is told aloud', async () => {
  const { page } = await openHere('administrator', '/administration')
  const edit = menuOf(page, 'oleg.operator@acme.example')
  await edit.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByRole('button', { name: 'Take Operator away' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('Operator is taken away. 0 assigned now.').waitFor()
  const roles = dialog.getByRole('list', { name: /^Unassigned/ })
  await roles.getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await dialog.getByText(/is assigned\. 1 assigned now\./).waitFor()
  // Focus stays at the position in the list from which the role was moved.
  await expect.poll(() => isFocused(roles.getByRole('button').nth(1))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByText('Discard what you typed?').waitFor()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByRole('row', { name: /oleg\.operator/ })
    .getByText('Operator', { exact: true })
    .waitFor()
})

test('an identifier is checked as it is typed, and what was typed survives a reload', async () => {
  const { page } = await openHere('administrator', '/administration')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  const email = dialog.getByRole('textbox', { name: 'Email' })
  const save = dialog.getByRole('button', { name: 'Create' })
  await expect.poll(() => save.isDisabled()).toBe(true)
  await email.fill('not an address')
  await dialog.getByText('Invalid Email').first().waitFor()
  await email.fill('SAM.support@acme.example')
  await dialog.getByText('Email Already Exists').first().waitFor()
  await expect.poll(() => save.isDisabled()).toBe(true)
  await email.fill('new.person@acme.example')
  await page.reload()
  await expect.poll(() => email.inputValue()).toBe('new.person@acme.example')
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[type=submit]')?.disabled)
  await save.click()
  await page.getByText('User Created Successfully!').waitFor()
  await chooseAction(page, 'Delete', 'new.person@acme.example')
  await page.getByText('The person is signed out everywhere and loses all rights.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('User Deleted Successfully!').waitFor()
})

test('a role is made with its actions, and a second person’s change is shown before it is overwritten', async () => {
  const { page } = await openHere('administrator', '/administration')
  await page.getByRole('button', { name: 'Add New Role' }).click()
  const create = page.getByRole('dialog', { name: 'Create Role' })
  await create.getByRole('textbox', { name: 'Role Name' }).fill('Night Shift')
  await create.getByText('System name: night_shift').waitFor()
  await create.getByRole('textbox', { name: 'Filter Actions' }).fill('charts')
  await create.getByRole('button', { name: 'Assign Open charts' }).click()
  await create.getByRole('button', { name: 'Create' }).click()
  await page
    .getByRole('row', { name: /night_shift/ })
    .getByText('Open charts')
    .waitFor()

  const second = await openHere('administrator', '/administration')
  for (const view of [page, second.page]) {
    await chooseAction(view, 'Edit', 'Night Shift')
    await view.getByRole('dialog', { name: 'Edit Role' }).waitFor()
  }
  await second.page.getByRole('textbox', { name: 'Description' }).fill('of the other')
  await page.getByRole('textbox', { name: 'Description' }).fill('mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Role Edited Successfully!').waitFor()
  await second.page.getByText('Somebody changed this meanwhile.').waitFor()
  await second.page.getByRole('row', { name: 'Description mine of the other' }).waitFor()
  await expectAccessible(second.page)
  await expect.poll(() => second.page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  await second.page.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(() => second.page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('mine')
})

test('an edit of a token survives a reload, and half a time is invalid', async () => {
  const { page } = await openHere('administrator', '/administration')
  await page.getByRole('button', { name: 'Add New Token' }).click()
  const create = page.getByRole('dialog', { name: 'Create Service Token' })
  await create.getByRole('textbox', { name: 'Token Name' }).fill('half a time')
  await create.getByRole('checkbox', { name: 'read:metrics' }).check()
  await page.reload()
  await expect
    .poll(() => create.getByRole('textbox', { name: 'Token Name' }).inputValue())
    .toBe('half a time')
  await expect.poll(() => create.getByRole('checkbox', { name: 'read:metrics' }).isChecked()).toBe(true)
  const submit = create.getByRole('button', { name: 'Create' })
  await create.getByLabel('Expires').focus()
  await page.keyboard.type('0102')
  await create.getByText('Give a date and a time, or clear both').first().waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await create.getByLabel('Expires').fill('2099-01-02T03:04')
  await submit.click()
  // Removes the clipboard, as on a page without https or without the browser's permission.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText(/^The browser refused to copy/).waitFor()
  const secret = await page.locator('code').textContent()
  await expect.poll(() => page.evaluate(() => window.getSelection()?.toString())).toBe(secret)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await chooseAction(page, 'Edit', 'half a time')
  const edit = page.getByRole('dialog', { name: 'Edit Service Token' })
  await edit.getByRole('textbox', { name: 'Token Name' }).fill('half a name')
  await page.reload()
  await expect.poll(() => edit.getByRole('textbox', { name: 'Token Name' }).inputValue()).toBe('half a name')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('row', { name: /half a name/ }).waitFor()
})

test('a token is shown once, works until it is revoked, and its use is told', async () => {
  const { page } = await openHere('administrator', '/administration')
  await page.getByRole('button', { name: 'Add New Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Service Token' })
  await dialog.getByRole('textbox', { name: 'Token Name' }).fill('e2e monitoring')
  await dialog.getByRole('checkbox', { name: 'ingest:companies' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Copy it now: it is not kept and cannot be shown again.').waitFor()
  await expectAccessible(page)
  const secret = (await page.locator('code').textContent()) ?? ''
  const statusWith = async () =>
    (
      await fetch(`${server.url}/api/ingest/companies`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records: [{ id: 1, name: 'Aster' }] }),
      })
    ).status
  expect(await statusWith()).toBe(200)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await chooseAction(page, 'Revoke', 'e2e monitoring')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Service Token Revoked Successfully!').waitFor()
  expect(await statusWith()).toBe(401)
  const row = page.getByRole('row', { name: /e2e monitoring/ })
  await row.getByText('Revoked').waitFor()
  const edit = await rowItem(row, 'Edit')
  await expect.poll(() => edit.getAttribute('aria-disabled')).toBe('true')
})

test('somebody ends the session they left open elsewhere', async () => {
  const elsewhere = await openAndSignIn('operator', '/', { baseUrl: server.url })
  // Allows the browser's own console message about a refused request.
  elsewhere.allow(/status of 401/)
  const here = await openAndSignIn('operator', '/', { baseUrl: server.url })
  await here.page.getByRole('button', { name: /Signed in as/ }).click()
  await here.page.getByRole('menuitem', { name: 'Your sessions' }).click()
  await here.page.getByRole('heading', { level: 1, name: 'Your sessions' }).waitFor()
  await here.page.getByText('(this session)').waitFor()
  await expectAccessible(here.page)
  await here.page.getByRole('button', { name: 'End all others' }).click()
  await here.page.getByText('All other sessions have ended').waitFor()
  // The page may go to the sign-in by itself meanwhile, which interrupts this navigation.
  await elsewhere.page.goto('/history').catch(() => undefined)
  await elsewhere.page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
})

test.each(['de-DE', 'ja-JP'])('the page in %s is accessible and fits 480 pixels', async (locale) => {
  const { page } = await openHere('administrator', '/administration', {
    locale,
    viewport: { width: 480, height: 900 },
  })
  await cardOf(page, /ada\.admin/).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await cardOf(page, /sam\.support/)
    .getByRole('button')
    .click()
  await page.getByRole('menuitem').first().click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
