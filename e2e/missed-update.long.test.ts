import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const MINUTE = 60_000

let smtp: TestSmtp
let server: BuiltServer
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startBuiltServer({ SMTP_URL: smtp.url }, { movesClock: true })
})
afterAll(async () => {
  await server.stop()
  await smtp.close()
  expect(errorsIn(server.log())).toEqual([])
})

const NOTICE = 'Overdue update of OPI-1801'

test('a missed update is on every page of those it concerns, and in their mail, until it is put off', async () => {
  const { page: choices } = await openAs('subscriber', '/subscriptions', { baseUrl: server.url })
  await choices.getByRole('checkbox', { name: 'P1: Reminders of missed updates' }).check()
  await expectAccessible(choices)
  await choices.getByRole('button', { name: 'Submit' }).click()
  await choices.getByText('Notification preferences have been successfully updated!').waitFor()

  const due = Date.now() + 30 * MINUTE
  await writeAs(await signInAt(server.url, 'ines.incident@acme.example'), {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: {
      ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', broadcast: 'N' },
      ...{ body: '<p>We fail over.</p>', next_update_due: new Date(due).toISOString() },
    },
  })
  await server.setClockAhead(31 * MINUTE)
  const now = due + MINUTE
  const later = { baseUrl: server.url, apart: true, now }

  const { page } = await openAs('incident_manager', '/history', later)
  const notice = page.getByRole('region', { name: NOTICE })
  await notice.getByText(/^OPI-1801: the update promised for .* UTC is overdue$/).waitFor()
  await expectAccessible(page)
  const reminders = () => smtp.received.filter(({ raw }) => raw.includes('Reminders <reminders.'))
  await expect
    .poll(() => reminders().map(({ to }) => to))
    .toEqual(expect.arrayContaining(['ines.incident@acme.example', 'sue.subscriber@acme.example']))

  const { page: phone } = await openAs('subscriber', '/customers', {
    ...later,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const seen = phone.getByRole('region', { name: NOTICE })
  await seen.getByRole('link', { name: 'OPI-1801, view details' }).waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  const { page: other } = await openAs('operator', '/history', later)
  await other.getByRole('heading', { level: 1 }).waitFor()

  await tabTo(page, notice.getByRole('link', { name: 'Put off: OPI-1801' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'in 1 hour' }).click()
  await dialog.getByLabel('Why (optional, for staff)').fill('The vendor is on it')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Put off' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The vendor is on it').waitFor()
  await page.getByText(/put off from .* by ines\.incident@acme\.example/).waitFor()
  await notice.waitFor({ state: 'detached' })
  await seen.waitFor({ state: 'detached' })
  await expect.poll(() => other.getByRole('region', { name: NOTICE }).count()).toBe(0)
  await expectAccessible(page)
})

test('the notice opens the form of a message, and goes when the message is posted', async () => {
  await server.setClockAhead(100 * MINUTE)
  const { page } = await openAs('incident_manager', '/history', {
    ...{ baseUrl: server.url, apart: true, now: Date.now() + 100 * MINUTE },
    viewport: { width: 390, height: 844 },
  })
  const notice = page.getByRole('region', { name: NOTICE })
  await notice.getByRole('link', { name: 'Post message: OPI-1801' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message type').selectOption('Update')
  await dialog.getByLabel('Body').first().fill('All tasks run again.')
  await dialog.getByRole('radio', { name: 'No' }).check()
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Post' }).click()
  await dialog.waitFor({ state: 'detached' })
  await notice.waitFor({ state: 'detached' })
})
