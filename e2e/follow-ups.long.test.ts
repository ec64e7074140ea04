import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const SAM = 'sam.support@acme.example'
const INES = 'ines.incident@acme.example'
const PHONE = { width: 390, height: 844 }

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer()
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

test('a follow-up is added by keyboard, and its owner, who may do nothing else, marks it as done', async () => {
  const { page: watching } = await openAs('support', '/details/OPI-1801', { baseUrl: server.url })
  await watching.getByRole('region', { name: 'Customer impact' }).waitFor()
  expect(await watching.getByRole('region', { name: 'Follow-ups' }).count()).toBe(0)

  const { page } = await openAs('incident_manager', '/details/OPI-1801', { baseUrl: server.url })
  const panel = page.getByRole('region', { name: 'Follow-ups' })
  await panel.getByText('No follow-ups yet').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Add a follow-up' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a follow-up' })
  await dialog.getByRole('textbox', { name: /What is to be done/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.type('Replace the disk of db-7')
  await page.keyboard.press('Tab')
  await page.keyboard.type('sam.')
  await page.getByRole('option', { name: SAM }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Owner' }).inputValue()).toBe(SAM)
  await tabTo(page, dialog.getByLabel('Due'))
  await page.keyboard.type('02032020')
  await expect.poll(() => dialog.getByLabel('Due').inputValue()).toBe('2020-02-03')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText('Replace the disk of db-7').waitFor()
  await expectAccessible(page)

  const watched = watching.getByRole('region', { name: 'Follow-ups' })
  await watched.getByText('Replace the disk of db-7').waitFor()
  await watched.getByText('Overdue').waitFor()
  expect(await watching.getByRole('button', { name: 'Add a follow-up' }).count()).toBe(0)

  await watching.goto(`${server.url}/follow_ups`)
  await watching.getByRole('button', { name: 'Mine 1' }).click()
  await watching.getByRole('link', { name: 'OPI-1801' }).waitFor()
  await expectAccessible(watching)
  await tabTo(watching, watching.getByRole('button', { name: 'Actions: Replace the disk of db-7' }))
  await watching.keyboard.press('Enter')
  await watching.getByRole('menuitem', { name: 'Mark as done' }).waitFor()
  await watching.keyboard.press('Enter')
  await watching.getByText('Nothing remains to be done').waitFor()
  await panel.getByText('Done', { exact: true }).waitFor()
  await watching.getByText('Closed', { exact: true }).click()
  await watching.getByRole('cell', { name: 'Done' }).waitFor()
  await expectAccessible(watching)
})

test('on a phone both places have cards, and nothing scrolls sideways', async () => {
  const ines = await signInAt(server.url, INES)
  const title = `Ask the vendor why ${'failover'.repeat(12)} took so long, and what it would take to make it faster`
  await writeAs(ines, {
    ...{ method: 'POST', path: '/api/follow_ups/' },
    body: { jira_id: 'OPI-1801', title, owner: INES, due_date: '2020-02-03' },
  })
  const { page: phone } = await openAs('incident_manager', '/details/OPI-1801', {
    ...{ baseUrl: server.url, apart: true, colorScheme: 'dark', viewport: PHONE },
  })
  await phone.getByRole('link', { name: 'Follow-ups' }).click()
  await phone.getByRole('list', { name: 'Follow-ups' }).getByText('Overdue').waitFor()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  await phone.goto(`${server.url}/follow_ups`)
  await phone.getByRole('list', { name: 'Follow-ups' }).getByText('Overdue').waitFor()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})
