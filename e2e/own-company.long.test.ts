import { createHmac } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres15, startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startSmtp, type TestSmtp } from '../apps/server/testing/smtp.ts'
import { choose, commOf, csv } from './support/merge.ts'
import {
  DATA_CENTERS,
  headsOf,
  rowsOf,
  SERVICES,
  setUpByFile,
  setUpByScreens,
} from './support/own-company.ts'
import type { Role } from './support/role.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

/** Company 702 has two contacts. */
const SECURITY_USERS = [
  'company_id,email,active',
  ...['701,ann@fjord.example,Y', '702,bo@tundra.example,Y', '702,cy@tundra.example,Y'],
  '703,di@skerry.example,Y',
].join('\n')
const MERGE = [
  'company_id,subject,body,name',
  ...[701, 702, 703].map((id) => `${id},Notice for {{name}},<p>Dear {{name}}</p>,Company ${id}`),
].join('\n')

/** An outage that names Payments by its alias. */
const ISSUE = {
  summary: 'Cards are refused',
  created: new Date(Date.now() - 600_000).toISOString(),
  updated: new Date(Date.now() - 300_000).toISOString(),
  status: { statusCategory: { key: 'new' } },
  priority: { name: 'Highest' },
  labels: [],
  components: [{ name: 'PAY-API' }],
  customfield_10070: 'Oslo, umea',
  customfield_10071: { value: 'Outage' },
}

describe.each([
  ['the embedded database', 'on its screens'],
  ['PostgreSQL 15', 'by one file'],
])('a new installation on %s, set up for another company %s', (kind, way) => {
  let folder: string
  let database: Postgres15 | undefined
  let smtp: TestSmtp
  let server: BuiltServer

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'aviary-own-company-'))
    chmodSync(folder, 0o711)
    if (kind === 'PostgreSQL 15') database = await startPostgres15(folder)
    smtp = await startSmtp()
    server = await startBuiltServer({
      ...{ SEED_DEMO: 'false', SMTP_URL: smtp.url },
      ...(database && { DATABASE_URL: database.url }),
    })
  })
  afterAll(async () => {
    await server.stop()
    await smtp.close()
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
    expect(errorsIn(server.log())).toEqual([])
  })

  const openHere = async (role: Role, address: string) =>
    (await openAs(role, address, { baseUrl: server.url })).page

  test('an open matrix follows while it is set up', async () => {
    const landing = await openHere('support', '/')
    await landing.getByRole('grid').waitFor()
    if (way === 'by one file')
      expect(await setUpByFile(server, database?.url)).toContain('13 created, 0 updated')
    else await setUpByScreens(await openHere('administrator', '/administration/reference/service'))
    await expect.poll(() => rowsOf(landing)).toEqual(SERVICES)
    await expect.poll(async () => (await headsOf(landing)).slice(1)).toEqual(Object.values(DATA_CENTERS))
    await expectAccessible(landing)
  }, 240_000)

  test('Dora in the navigation leads to the first data center', async () => {
    const page = await openHere('support', '/history')
    await page.getByRole('link', { name: 'Dora', exact: true }).click()
    await page.getByRole('tab', { name: 'Oslo', selected: true }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dora/oslo')
  })

  const mailsWith = async (subject: string) => {
    const mails = await Promise.all(
      smtp.received.map(async ({ to }, index) => ({ ...(await smtp.read(index)), to })),
    )
    return mails
      .filter((mail) => mail.subject?.startsWith(subject))
      .map((mail) => `${mail.to} ${mail.subject}`)
      .sort()
  }

  const sendFromJira = async (event: string, fields: object) => {
    const body = JSON.stringify({
      webhookEvent: event,
      issue: { key: 'OPI-1', fields: { ...ISSUE, ...fields } },
    })
    const secret = readFileSync(path.join(server.dataDir, 'jira-webhook-secret'), 'utf8').trim()
    const answer = await fetch(`${server.url}/api/webhooks/jira`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    })
    return answer.json()
  }

  test('an incident that Jira sends under an alias of the service is shown', async () => {
    const landing = await openHere('support', '/')
    await landing.getByRole('grid').waitFor()
    expect(await sendFromJira('jira:issue_created', {})).toEqual({
      outcome: 'taken',
      detail: 'OPI-1 was created',
    })
    await landing.getByRole('button', { name: /^Payments, Oslo: outage/ }).waitFor()
    await landing.getByRole('button', { name: /^Payments, Umeå: outage/ }).waitFor()
  })

  test('a broadcast reaches who subscribes to that service, and nobody else', async () => {
    for (const [email, without] of [
      ['pat@fjord.example', 'Crew'],
      ['kim@tundra.example', 'Payments'],
    ] as const) {
      const page = await openHere('administrator', `/subscriptions?email=${encodeURIComponent(email)}`)
      await page.getByRole('button', { name: 'Select all: P1' }).click()
      await page.getByRole('checkbox', { name: `${without}, P1`, exact: true }).uncheck()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('Notification preferences have been successfully updated!').waitFor()
    }
    const page = await openHere('incident_manager', '/edit/OPI-1')
    await page.getByRole('button', { name: 'Create message' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message type').selectOption('Update')
    await dialog.getByLabel('Body').fill('The bank works on it.')
    await dialog.getByRole('radio', { name: 'Yes' }).check()
    await dialog.getByLabel('Current Status').fill('Fixing')
    await dialog.getByLabel('Next Update').fill('15:00 UTC')
    await dialog.getByRole('button', { name: 'Go on to confirmation' }).click()
    await dialog
      .getByText(/^Outage: Payments in /)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: /^Confirm: send to [\d,]+, EXTERNAL$/ }).click()
    await page.getByText('The message has been posted').waitFor()
    await page.getByText('Sent: 1', { exact: true }).waitFor()
    await expect
      .poll(() => mailsWith('Outage: Payments in '))
      .toEqual([expect.stringMatching(/^pat@fjord\.example Outage: Payments in .+/)])
  })

  test('the charts count the incident where it was, once it is over', async () => {
    const updated = new Date().toISOString()
    const isDone = { status: { statusCategory: { key: 'done' } }, resolutiondate: updated, updated }
    expect(await sendFromJira('jira:issue_updated', isDone)).toMatchObject({ outcome: 'taken' })
    const page = await openHere('support', '/charts?days=30&data_centers=oslo')
    await page.getByText('All 1 historic incidents are loaded').waitFor()
    await page.getByRole('slider', { name: 'Payments, Oslo', exact: true }).waitFor()
  })

  test('a security mail reaches the contacts of three companies', async () => {
    const page = await openHere('administrator', '/manage_security_users')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    await choose(page, csv(SECURITY_USERS, 'people.csv'))
    await dialog.getByText('people.csv').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('Added: 4 · Changed: 0 · Unchanged: 0').waitFor()
    const { secId, commId } = await commOf(page, 'Leaked key')
    await page.goto(`/mass_import/${secId}/${commId}`)
    await page.getByRole('button', { name: 'Upload Mail Merge File' }).click()
    await choose(page, csv(MERGE))
    await dialog.getByRole('button', { name: 'Upload and stage' }).click()
    await page.getByRole('link', { name: /^Review Data/ }).click()
    await page.getByRole('button', { name: 'Promote all (3)' }).click()
    await dialog.getByRole('button', { name: 'Promote (3)' }).click()
    await page.getByRole('link', { name: /^Emails of this import/ }).click()
    await page.getByRole('button', { name: 'Send all unsent of this import…' }).click()
    await dialog.getByRole('button', { name: 'Send 3 emails to 4 people, EXTERNAL' }).click()
    await page.getByText('Sent: 4', { exact: true }).waitFor()
    await expect
      .poll(() => mailsWith('Notice'))
      .toEqual([
        ...['ann@fjord.example Notice for Company 701', 'bo@tundra.example Notice for Company 702'],
        ...['cy@tundra.example Notice for Company 702', 'di@skerry.example Notice for Company 703'],
      ])
  })
})
