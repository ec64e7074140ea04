import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { chooseAction } from './support/row.ts'
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

test('a wrong message is corrected by keyboard, and the correction reaches exactly those who got it', async () => {
  const { page } = await openAs('incident_manager', '/edit/OPI-1801', { baseUrl: server.url })
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').fill('Travel is down in eu2.')
  await dialog.getByRole('radio', { name: 'Yes' }).check()
  await dialog.getByLabel('Current Status').fill('Fixing')
  await dialog.getByLabel('Next Update').fill('15:00 UTC')
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
  const people = Number(/\d+/.exec((await dialog.getByText(/^Recipients: \d+/).textContent()) ?? '')?.[0])
  await dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(`Sent: ${people}`).waitFor()
  const first = smtp.received.map(({ to }) => to).toSorted()
  smtp.received.length = 0

  const row = page.getByRole('row', { name: /Travel is down in eu2/ })
  await chooseAction(row, 'Edit')
  await dialog.getByText(`${first.length} people have this text by mail`).waitFor()
  const body = dialog.getByRole('textbox', { name: 'Body', exact: true })
  await body.fill('Travel is slow in eu2.')
  await dialog.getByText('Choose how the change is made').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Change the text only' }).focus()
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('button', { name: 'Go on to confirmation' }).focus()
  await page.keyboard.press('Enter')
  const confirm = dialog.getByRole('button', {
    name: `Confirm: save, mail a correction to ${first.length}, EXTERNAL`,
  })
  await confirm.waitFor()
  await dialog.getByText('Correction: Outage: Travel in eu2, CCPS, apj1 — Update').waitFor()
  const mail = dialog.getByRole('document', { name: 'The mail as they will read it' })
  await mail.locator('del', { hasText: 'down' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(smtp.received).toEqual([])
  await confirm.focus()
  await page.keyboard.press('Enter')
  await page.getByText('The message has been changed, and the correction is on its way').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => smtp.received.length).toBe(first.length)
  expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(first)
  expect((await smtp.read(0)).text).toContain('[removed: down][added: slow]')

  const edited = page.getByRole('row', { name: /Travel is slow in eu2/ })
  await chooseAction(edited, 'Delete')
  await dialog.getByText(`${first.length} people have this text by mail`).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Back' }).click()

  await page.goto(`${server.url}/details/OPI-1801`)
  const entry = page.getByRole('article', { name: 'Update' }).filter({ hasText: 'Travel is slow in eu2' })
  await entry.getByText('Correction', { exact: true }).waitFor()
  await entry.getByRole('button', { name: /^What changed/ }).waitFor()
  await page.goto(`${server.url}/deliveries?reference=OPI-1801`)
  await page
    .getByRole('row', { name: /Update \(correction\)/ })
    .first()
    .waitFor()
  await expectAccessible(page)
})
