import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { type Person, signInAt, writeAs } from './support/person.ts'
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

test.each(['light', 'dark'] as const)(
  'a domain is added by keyboard, and an own one is refused (%s)',
  async (colorScheme) => {
    const { page, allow } = await openAs('administrator', '/administration', {
      baseUrl: server.url,
      colorScheme,
    })
    allow(/status of 400.*company_domains/)
    await page.getByRole('link', { name: 'Company domains' }).click()
    await page.getByRole('heading', { level: 1, name: 'Company domains' }).waitFor()
    await page.getByRole('button', { name: 'Add company domain' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add company domain' })
    await dialog.getByLabel('Mail domain').fill('acme.example')
    await dialog.getByLabel('Company ID').fill('100007')
    await dialog.getByLabel('Company ID').press('Enter')
    await page.getByText(/acme\.example is a domain of our own/).waitFor()
    await dialog.getByLabel('Mail domain').fill(`${colorScheme}.KEA.example`)
    await expectAccessible(page)
    await dialog.getByLabel('Company ID').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: new RegExp(`${colorScheme}\\.kea\\.example`) })
      .getByText('100007')
      .waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
  },
)

const subscribe = (admin: Person, email: string, services: string[]) => {
  const none = { services: [], data_centers: [], alert_types: [] }
  return writeAs(admin, {
    ...{ method: 'POST', path: '/api/v4/subscribe/' },
    body: {
      email,
      subscriptions: {
        P1: { services, data_centers: ['us2', 'eu', 'eu2', 'china', 'usg', 'apj1'], alert_types: [2] },
        P2: none,
        notifications: { data_centers: [], notification_types: [] },
      },
    },
  })
}

test('one question on the ledger tells whether a company heard of an incident', async () => {
  const admin = await signInAt(server.url)
  await writeAs(admin, {
    ...{ method: 'POST', path: '/api/reference/company_domains/' },
    body: { domain: 'kea.example', company_id: 700_007 },
  })
  await subscribe(admin, 'kim@mail.kea.example', ['Travel'])
  await subscribe(admin, 'lou@KEA.example', ['Travel'])
  await subscribe(admin, 'max@kea.example', ['Imaging'])
  await writeAs(admin, {
    ...{ method: 'POST', path: '/api/create_message/' },
    body: {
      ...{ jira_id: 'OPI-1801', priority_type: 'P1', message_type: 'Update', body: '<p>We look</p>' },
      ...{ broadcast: 'Y', email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' } },
    },
  })
  const { page } = await openAs('administrator', '/deliveries', { baseUrl: server.url })
  await page.getByRole('button', { name: 'OPI or event' }).click()
  await page.getByRole('textbox', { name: 'OPI or event' }).fill('OPI-1801')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Company', exact: true }).click()
  await page.getByRole('combobox', { name: 'Company: name or Outtask ID' }).fill('700007')
  await page.keyboard.press('Escape')
  const answer = page.getByRole('region', { name: 'Did this company hear about it?' })
  await answer.getByText('People of 700007 who were sent OPI-1801: 2.').waitFor()
  await answer.getByText('Known addresses that were not: 1').press('Enter')
  await answer.getByText('max@kea.example no mail').waitFor()
  await page
    .getByRole('row', { name: /kim@mail\.kea\.example/ })
    .getByText('700007')
    .waitFor()
  await expect.poll(() => page.getByRole('row', { name: /kea\.example/i }).count()).toBe(2)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})
