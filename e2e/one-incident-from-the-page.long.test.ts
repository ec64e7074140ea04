import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'

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

async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await field.fill(name)
  await page.locator('[role=option]:visible', { hasText: name }).first().click()
  await page.keyboard.press('Tab')
}

/** Declares an incident on the landing page; returns its id. */
async function declare(page: Page, details: string): Promise<string> {
  await page.getByRole('button', { name: 'Declare incident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Declare incident' })
  await dialog.getByLabel('What is wrong').fill(details)
  await dialog.getByLabel('Priority').selectOption('P1')
  await dialog.getByLabel('Severity').selectOption('OUTAGE')
  await choose(page, dialog.getByRole('combobox', { name: 'Affected services' }), 'Expense')
  await choose(page, dialog.getByRole('combobox', { name: 'Data centers' }), 'us2')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/details/AVI-*')
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function take(page: Page, role: 'Lead' | 'Communications'): Promise<void> {
  await page.getByRole('button', { name: `Take: ${role}` }).click()
  await page.getByRole('button', { name: `Give up: ${role}` }).waitFor()
}

async function handOverLead(page: Page, jiraId: string): Promise<void> {
  await page.getByRole('button', { name: 'Hand over: Lead' }).click()
  const dialog = page.getByRole('dialog', { name: `Hand over Lead of ${jiraId}` })
  await choose(page, dialog.getByRole('combobox', { name: 'To' }), ADA)
  await dialog.getByRole('textbox', { name: /What they should know/ }).fill('The vendor calls back at 14:00')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function makeExternal(page: Page, jiraId: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${jiraId}` }).click()
  await page.getByRole('menuitem', { name: 'Make EXTERNAL' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make EXTERNAL' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Confirms the mails of the open dialog; returns to how many people. */
async function confirmMails(dialog: Locator): Promise<number> {
  const confirm = dialog.getByRole('button', { name: /^Confirm: .* [\d,]+, EXTERNAL$/ })
  // The number of people is not known at once.
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  const name = (await confirm.textContent()) ?? ''
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  return Number(/([\d,]+), EXTERNAL/.exec(name)?.[1]?.replaceAll(',', ''))
}

test('an incident is run by two people from the page, and the pages of others show each step', async () => {
  const at = { baseUrl: server.url }
  const { page: watching } = await openAs('support', '/', at)
  const { page: ines } = await openAs('incident_manager', '/', at)
  const { page: ada } = await openAs('administrator', '/', at)
  const seen = (text: string) => watching.getByText(text).first().waitFor()

  const jiraId = await declare(ines, 'Receipts are lost')
  await seen('Receipts are lost')
  await watching.goto(`${server.url}/details/${jiraId}`)
  await ada.goto(`${server.url}/details/${jiraId}`)
  await seen('Receipts are lost')
  await take(ines, 'Lead')
  await seen(`Lead: ${INES}`)
  await handOverLead(ines, jiraId)
  await seen(`Lead: ${INES} hands over to ${ADA}`)
  await seen('The vendor calls back at 14:00')
  await take(ines, 'Communications')
  await seen(`Communications: ${INES}`)

  await makeExternal(ada, jiraId)
  await ada.getByRole('button', { name: 'Post message' }).click()
  const note = ada.getByRole('dialog')
  await note.getByLabel('Message type').selectOption('Internal Update')
  await note.getByRole('textbox', { name: 'Body', exact: true }).fill('Restoring from the backup')
  await note.getByRole('radio', { name: 'No', exact: true }).check()
  await note.getByRole('button', { name: 'Post message' }).click()
  await note.waitFor({ state: 'detached' })
  await seen('Restoring from the backup')
  expect(smtp.received).toEqual([])

  await ines.getByRole('button', { name: 'Post message' }).click()
  const update = ines.getByRole('dialog')
  await update.getByLabel('Message type').selectOption('Update')
  await update.getByRole('textbox', { name: 'Body', exact: true }).fill('Receipts are being restored')
  await update.getByRole('radio', { name: 'Yes' }).check()
  await update.getByLabel('Current Status').fill('Restoring')
  await update.getByLabel('Next Update').fill('15:00 UTC')
  await update.getByRole('button', { name: 'Go on to confirmation' }).click()
  const people = await confirmMails(update)
  expect(people).toBeGreaterThan(0)
  await seen('Receipts are being restored')
  await expect.poll(() => smtp.received.length).toBe(people)
  const first = smtp.received.map(({ to }) => to).toSorted()
  smtp.received.length = 0

  await ines.goto(`${server.url}/edit/${jiraId}`)
  await chooseAction(ines.getByRole('row', { name: /Receipts are being restored/ }), 'Edit')
  await update.getByText(`${people} people have this text by mail`).waitFor()
  await update
    .getByRole('textbox', { name: 'Body', exact: true })
    .fill('Receipts are being restored from last night')
  await update.getByRole('radio', { name: /mail a correction/ }).check()
  await update.getByRole('button', { name: 'Go on to confirmation' }).click()
  expect(await confirmMails(update)).toBe(people)
  await seen('Receipts are being restored from last night')
  await expect.poll(() => smtp.received.map(({ to }) => to).toSorted()).toEqual(first)
  smtp.received.length = 0

  await ada.getByRole('button', { name: 'Add a follow-up' }).click()
  const followUp = ada.getByRole('dialog', { name: 'Add a follow-up' })
  await followUp.getByRole('textbox', { name: /What is to be done/ }).fill('Alert on lost receipts')
  await choose(ada, followUp.getByRole('combobox', { name: 'Owner' }), INES)
  await ada.keyboard.press('Control+Enter')
  await followUp.waitFor({ state: 'detached' })
  await seen('Alert on lost receipts')

  await ada.getByRole('button', { name: 'Resolve' }).click()
  const end = ada.getByRole('dialog')
  await end.getByRole('checkbox', { name: /Then tell people/ }).check()
  await end.getByRole('button', { name: 'Resolve' }).click()
  await seen('RESOLVED')
  const restored = ada.getByRole('dialog')
  await expect.poll(() => restored.getByLabel('Message type').inputValue()).toBe('Service Restored')
  await restored.getByRole('textbox', { name: 'Body', exact: true }).fill('All receipts are back')
  await restored.getByRole('radio', { name: 'Yes' }).check()
  await restored.getByLabel('Resolution').fill('Restored from last night')
  await restored.getByLabel('Resolved At').fill('15:20 UTC')
  await restored.getByRole('button', { name: 'Go on to confirmation' }).click()
  const told = await confirmMails(restored)
  await seen('All receipts are back')
  await expect.poll(() => smtp.received.length).toBe(told)

  await ada.getByRole('link', { name: 'Make the post-mortem' }).first().click()
  await ada.getByRole('button', { name: 'Make the post-mortem' }).click()
  const toldWhen = ada.getByRole('region', { name: 'Who was told when' })
  await toldWhen.getByText(String(people)).first().waitFor()
  await ada.getByRole('region', { name: 'Timeline' }).getByText(`Lead: ${ADA}`).first().waitFor()
  await ines.goto(`${server.url}/follow_ups`)
  await ines.getByRole('button', { name: /^Mine 1/ }).click()
  await ines.getByRole('row', { name: /Alert on lost receipts/ }).waitFor()
  await expectAccessible(ines)
})
