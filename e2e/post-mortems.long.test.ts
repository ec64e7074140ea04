import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { readAs, signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const SAM = 'sam.support@acme.example'
const INES = 'ines.incident@acme.example'
const PATH = '/details/OPI-1801/post_mortem'
const PHONE = { width: 390, height: 844 }

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer()
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

test('it is made from the incident, written by keyboard, reviewed by somebody else, and printed', async () => {
  const { page } = await openAs('incident_manager', '/details/OPI-1801', { baseUrl: server.url })
  const link = page.getByRole('link', { name: 'Make the post-mortem' })
  await link.waitFor()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  const make = page.getByRole('button', { name: 'Make the post-mortem' })
  await make.waitFor()
  await expectAccessible(page)
  await tabTo(page, make)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Timeline' }).getByText('Incident began').waitFor()
  await page
    .getByRole('region', { name: 'What changed before' })
    .getByText('minutes before')
    .first()
    .waitFor()
  await page.getByRole('region', { name: 'Who was told when' }).getByText('198').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Ask for review' }).click()
  await page.getByRole('combobox', { name: 'Who reviews it' }).fill('sam.')
  await page.getByRole('option', { name: SAM }).click()
  await page.getByRole('button', { name: 'Ask for review' }).click()
  await page.getByText('Not answered yet').waitFor()

  const { page: reviewing } = await openAs('support', PATH, { baseUrl: server.url })
  const mine = reviewing.getByRole('region', { name: 'Your review' })
  await mine.waitFor()
  expect(await reviewing.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await expectAccessible(reviewing)

  await tabTo(page, page.getByRole('button', { name: 'Edit' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit post-mortem of OPI-1801' })
  await dialog.getByRole('textbox', { name: 'Summary' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.type('The pool was full')
  await dialog.getByRole('button', { name: 'Remove line 1' }).click()
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Summary' }).getByText('The pool was full').waitFor()

  // The reviewer's page shows the new version by itself, and asks to read it first.
  await reviewing.getByRole('region', { name: 'Summary' }).getByText('The pool was full').waitFor()
  await mine.getByText(`${INES} saved version 2 meanwhile.`).waitFor()
  await mine.getByRole('button', { name: 'I have read version 2' }).click()
  await mine.getByRole('textbox', { name: 'Note' }).fill('Well written')
  await mine.getByRole('button', { name: 'Approve version 2' }).click()
  await page.getByText('Approved · version 2').waitFor()
  await page.getByText('Well written').waitFor()
  await page.getByText('Reviewed', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: 'Compare versions' }).click()
  await page.locator('del').getByText('Incident began').waitFor()
  await page.locator('ins').getByText('The pool was full').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.emulateMedia({ media: 'print' })
  await page.getByRole('region', { name: 'Summary' }).waitFor()
  for (const name of ['Edit', 'Print', 'Ask for review', 'Compare versions'])
    expect(await page.getByRole('button', { name }).isVisible(), name).toBe(false)
  for (const role of ['navigation', 'dialog'] as const)
    expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0)
  expect(await page.getByText('Approved · version 2').isVisible()).toBe(true)
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: null })
})

test('what it says of the root cause becomes a message to customers', async () => {
  const ines = await signInAt(server.url, INES)
  await writeAs(ines, { method: 'POST', path: '/api/post_mortem/', body: { jira_id: 'OPI-1800' } })
  type Found = { post_mortem: { version: number; timeline: object[] } }
  const { post_mortem } = await readAs<Found>(ines, '/api/post_mortem/?jira_id=OPI-1800')
  const { version, timeline } = post_mortem
  const texts = { impact: 'No bookings', root_cause: 'The pool', solution: 'A larger pool' }
  await writeAs(ines, {
    ...{ method: 'PUT', path: '/api/post_mortem/' },
    body: {
      ...{ jira_id: 'OPI-1800', version, summary: '', corrective_measures: 'An alert', lessons: '' },
      ...{ ...texts, timeline },
    },
  })
  const { page } = await openAs('incident_manager', '/details/OPI-1800/post_mortem', {
    baseUrl: server.url,
    apart: true,
  })
  await page.getByRole('button', { name: 'Write to customers' }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .poll(() => dialog.getByRole('combobox', { name: 'Message type' }).inputValue())
    .toBe('Root Cause Analysis')
  expect(await dialog.getByRole('textbox', { name: 'Root cause', exact: true }).inputValue()).toBe('The pool')
  expect(await dialog.getByRole('textbox', { name: 'Root Cause', exact: true }).inputValue()).toBe('The pool')
  expect(await dialog.getByRole('textbox', { name: 'Corrective measures', exact: true }).inputValue()).toBe(
    'An alert',
  )
})

test('on a phone nothing scrolls sideways, in the dark', async () => {
  const ines = await signInAt(server.url, INES)
  await writeAs(ines, { method: 'POST', path: '/api/post_mortem/', body: { jira_id: 'OPI-1801' } })
  const { page } = await openAs('incident_manager', PATH, {
    ...{ baseUrl: server.url, apart: true, colorScheme: 'dark', viewport: PHONE },
  })
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a line' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
