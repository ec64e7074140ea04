import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const MINUTE = 60_000
const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'

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

test('a role is taken by keyboard and handed over; open pages of others show each step', async () => {
  const { page: watching } = await openAs('administrator', '/details/OPI-1801', { baseUrl: server.url })
  const { page } = await openAs('incident_manager', '/details/OPI-1801', { baseUrl: server.url })
  const lead = (on: typeof page) => on.locator('div', { has: on.getByText('Lead', { exact: true }) }).last()
  await watching.getByRole('button', { name: 'Take: Lead' }).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Take: Lead' }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Give up: Lead' }).waitFor()
  await watching.getByText(`Lead: ${INES}`).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Hand over: Lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over Lead of OPI-1801' })
  await dialog.getByText('Choose who gets it').waitFor()
  await dialog.getByRole('combobox', { name: 'To' }).fill('ada.')
  await page.getByRole('option', { name: ADA }).click()
  await dialog.getByRole('textbox', { name: /What they should know/ }).fill('The vendor calls back at 14:00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Take over: Lead' }).waitFor()
  await watching.getByText(`Lead: ${INES} hands over to ${ADA}`).waitFor()
  await watching.getByText('The vendor calls back at 14:00').first().waitFor()
  await watching.getByRole('button', { name: 'Give up: Lead' }).waitFor()
  await watching.getByRole('button', { name: /^People 2/ }).click()
  await expectAccessible(watching)
  expect(await lead(watching).textContent()).toContain(ADA)

  await watching.goto(`${server.url}/`)
  await watching.getByRole('button', { name: /^My incidents 1/ }).click()
  await watching.getByText('You: Lead').waitFor()
  await expect.poll(() => watching.getByRole('article').count()).toBe(1)
  await expectAccessible(watching)
})

test('the owner of a missed update is named on every page and in the mail', async () => {
  const due = Date.now() + 30 * MINUTE
  const ines = await signInAt(server.url, INES)
  await writeAs(ines, {
    ...{ method: 'PUT', path: '/api/incidents/roles/' },
    body: { jira_id: 'OPI-1801', role: 'communications', prev_holder: null, holder: INES },
  })
  await writeAs(ines, {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: {
      ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', broadcast: 'N' },
      ...{ body: '<p>We fail over.</p>', next_update_due: new Date(due).toISOString() },
    },
  })
  await server.setClockAhead(31 * MINUTE)
  const { page: phone } = await openAs('administrator', '/history', {
    ...{ baseUrl: server.url, apart: true, now: due + MINUTE, colorScheme: 'dark' },
    viewport: { width: 390, height: 844 },
  })
  const notice = phone.getByRole('region', { name: 'Overdue update of OPI-1801' })
  await notice.getByText(`It is up to ${INES}.`).waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await expect
    .poll(() => smtp.received.filter(({ raw }) => raw.includes('Reminders <reminders.')).map(({ to }) => to))
    .toEqual(expect.arrayContaining([ADA, INES]))
  const [mail] = smtp.received.filter(({ raw }) => raw.includes('Reminders <reminders.'))
  expect(mail?.raw).toContain('Up to')

  await phone.goto(`${server.url}/details/OPI-1801`)
  await phone.getByRole('button', { name: 'Hand over: Communications' }).waitFor()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})
