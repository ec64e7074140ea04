import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { isFocused, tabTo } from './support/keyboard.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

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

const open = (path: string) => openAs('incident_manager', path, { baseUrl: server.url })

test('p and Ctrl Enter lead to the confirmation; sending needs its own press', async () => {
  const { page } = await open('/details/OPI-1801')
  const dialog = page.getByRole('dialog')
  const press = (key: string) => page.keyboard.press(key)
  const body = dialog.getByRole('textbox', { name: 'Body', exact: true })
  await page.getByRole('button', { name: 'Post message', disabled: false }).waitFor()
  await press('p')
  await body.waitFor()
  await dialog.getByLabel('Message type').selectOption('Update')
  await press('Control+Enter')
  await dialog.getByText('Write the body first').waitFor()
  await tabTo(page, body)
  await page.keyboard.type('p, w and 1 are text here.')
  await press('Enter')
  await page.keyboard.type('So is a new line.')
  await tabTo(page, dialog.getByRole('radio', { name: 'No' }))
  await press('ArrowRight')
  await expect.poll(() => dialog.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true)
  await tabTo(page, dialog.getByLabel('Current Status'))
  await page.keyboard.type('Fixing')
  await tabTo(page, dialog.getByLabel('Next Update'))
  await page.keyboard.type('22:00 UTC')
  await tabTo(page, body, 'Shift+Tab')
  await press('Control+Enter')
  const confirm = dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ })
  await confirm.waitFor()
  await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await tabTo(page, dialog.getByRole('combobox'))
  await press('Control+Enter')
  await tabTo(page, confirm)
  expect(smtp.received).toEqual([])
  await press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('So is a new line.').first().waitFor()
})

test('single keys choose the story and show who was told; the switch turns them off', async () => {
  const { page } = await open('/details/OPI-1801')
  const press = (key: string) => page.keyboard.press(key)
  const chip = (name: RegExp) => page.getByRole('button', { name })
  const isPressed = (name: RegExp) => chip(name).getAttribute('aria-pressed')
  await chip(/^Messages/).waitFor()
  await press('2')
  await expect.poll(() => isPressed(/^Messages/)).toBe('true')
  await press('1')
  await expect.poll(() => isPressed(/^Messages/)).toBe('false')
  await press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Who was told of the incident').waitFor()
  await expectAccessible(page)
  await tabTo(page, list.getByRole('checkbox', { name: 'Shortcuts of a single key' }))
  await press('Space')
  await press('Escape')
  await list.waitFor({ state: 'detached' })
  await press('2')
  await press('?')
  await page.getByRole('button', { name: /Signed in as/ }).focus()
  await press('Enter')
  const item = page.getByRole('menuitem', { name: 'Keyboard shortcuts' })
  await item.waitFor()
  await expect.poll(() => isFocused(page.getByRole('menuitem').first())).toBe(true)
  await expect
    .poll(async () => {
      await press('ArrowDown')
      return isFocused(item)
    })
    .toBe(true)
  await press('Enter')
  await list.waitFor()
  await expect.poll(() => isPressed(/^Messages/)).toBe('false')
  await tabTo(page, list.getByRole('checkbox', { name: 'Shortcuts of a single key' }))
  await press('Space')
  await press('Escape')
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('menu').count()).toBe(0)
  await press('w')
  await page.waitForURL(/\/deliveries\?reference=OPI-1801/)
})

test('/ goes to the filter of a list, from where arrows lead into its rows', async () => {
  const { page } = await open('/history')
  await page.getByRole('row').nth(2).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('OPI-1800')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('OPI-1800')
  await page.getByRole('row', { name: /OPI-1800/ }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /, view details$/ }).count()).toBe(1)
  const title = page.getByRole('columnheader').getByRole('button').first()
  await tabTo(page, title)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/details\/OPI-/)
})

test('letters right after Ctrl K reach the search, also while its code is on its way', async () => {
  const { page } = await open('/history')
  await page.getByRole('row').nth(2).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('delivery', { delay: 0 })
  const search = page.getByPlaceholder('Pages, incidents by id, customers, commands')
  await expect.poll(() => search.inputValue()).toBe('delivery')
  await page.getByText('Delivery ledger').last().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/deliveries/)
})

test.each([
  ['/customers', 'Find a customer'],
  ['/changes', 'Keyword'],
  ['/comm_history', 'E-mail address'],
])('/ goes to the search of %s', async (path, label) => {
  const { page } = await openAs('support', path, {
    baseUrl: server.url,
    viewport: { width: 1440, height: 900 },
  })
  const field = page.getByRole('main').getByLabel(label).first()
  await field.waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ab')
  await expect.poll(() => field.inputValue()).toBe('ab')
  await expect.poll(() => isFocused(field)).toBe(true)
})

test('/ opens the keyword of the changes in a narrow window; Escape returns', async () => {
  const { page } = await openAs('support', '/changes', {
    baseUrl: server.url,
    viewport: { width: 1200, height: 900 },
  })
  const chip = page.getByRole('button', { name: /^Keyword/ })
  await chip.waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('dialog').getByLabel('Keyword')
  await expect.poll(() => isFocused(field)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(chip)).toBe(true)
})

test('m opens the messages of an incident in the history, p the form on them', async () => {
  const { page } = await open('/history')
  await page.getByRole('row').nth(2).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('OPI-1800')
  const id = page.getByRole('link', { name: 'OPI-1800, view details' })
  await expect.poll(() => page.getByRole('link', { name: /, view details$/ }).count()).toBe(1)
  await tabTo(page, id)
  await page.keyboard.press('.')
  const item = page.getByRole('menuitem', { name: 'Messages' })
  await item.waitFor()
  await page.keyboard.press('Escape')
  await item.waitFor({ state: 'detached' })
  await tabTo(page, id, 'Shift+Tab')
  await page.keyboard.press('m')
  await page.waitForURL(/\/edit\/OPI-1800/)
  await page.getByRole('button', { name: 'Create message', disabled: false }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: /^Create message/ }).waitFor()
})

test('a link of the navigation takes the focus to its screen, whose name is said', async () => {
  const { page } = await open('/history')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Charts' })
  await link.waitFor()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/charts/)
  const main = page.getByRole('main', { name: 'Charts', exact: true })
  await expect.poll(() => isFocused(main)).toBe(true)
})
