import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo } from './support/keyboard.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { chooseAction } from './support/row.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, open, openAs } from './support/visit.ts'

let server: BuiltServer
beforeAll(async () => {
  server = await startBuiltServer({ PUBLIC_STATUS: '/status' })
})
afterAll(async () => {
  await server.stop()
  expect(errorsIn(server.log())).toEqual([])
})

const statusPage = async () => (await fetch(`${server.url}/status/`)).text()
const follows = () => expect.poll(statusPage, { timeout: 25_000 })

test('an incident is kept off the status page by keyboard, and shown again', async () => {
  await writeAs(await signInAt(server.url, 'ines.incident@acme.example'), {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: {
      ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', broadcast: 'Y' },
      ...{ body: '<p>We fail over.</p>', email_template_data: { current_status: 'a', next_update: 'b' } },
    },
  })
  await follows().toContain('We fail over.')
  const { page } = await openAs('incident_manager', '/details/OPI-1801', { baseUrl: server.url })
  const head = page
    .getByRole('banner')
    .or(page.locator('header'))
    .filter({ has: page.getByRole('heading', { level: 1 }) })
  await tabTo(page, page.getByRole('button', { name: 'Keep off the status page' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Keep OPI-1801 off the status page?' })
  await dialog.getByText(/^Mails and channels go on\./).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep off the status page' }).click()
  await head.getByText('Not on the status page').waitFor()
  await expectAccessible(page)
  await follows().not.toContain('We fail over.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  const { page: reader } = await openAs('support', '/details/OPI-1801', { baseUrl: server.url })
  await reader.getByText('Not on the status page').first().waitFor()
  await expect.poll(() => reader.getByRole('button', { name: 'Show on the status page' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Show on the status page' }).click()
  await page
    .getByRole('dialog', { name: 'Show OPI-1801 on the status page?' })
    .getByRole('button', { name: 'Show on the status page' })
    .click()
  await head.getByText('Not on the status page').waitFor({ state: 'detached' })
  await follows().toContain('We fail over.')
})

test('a service that is not shown leaves the page that anybody reads', async () => {
  const { page } = await openAs('administrator', '/administration/reference/service', { baseUrl: server.url })
  const { page: anybody } = await open('/status/', { baseUrl: server.url })
  await anybody.getByText('Imaging').first().waitFor()
  await chooseAction(page, 'Edit', 'Imaging')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shown on the status page').uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page
    .getByRole('row', { name: /^Imaging/ })
    .getByText('Not shown')
    .waitFor()
  await expectAccessible(page)
  await follows().not.toContain('Imaging')
  await anybody.reload()
  await anybody.getByText('Imaging').waitFor({ state: 'detached' })
})
