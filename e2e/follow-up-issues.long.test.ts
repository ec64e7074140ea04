import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJira, type TestJira } from '../apps/server/testing/jira.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { signInAt, writeAs } from './support/person.ts'
import { type BuiltServer, errorsIn, startBuiltServer } from './support/server.ts'
import { expectAccessible, openAs } from './support/visit.ts'

const INES = 'ines.incident@acme.example'
const PHONE = { width: 390, height: 844 }
const REFUSED = { status: 400, body: { errorMessages: ['The issue type selected is invalid.'] } }

let jira: TestJira
let server: BuiltServer
beforeAll(async () => {
  jira = await startJira()
  server = await startBuiltServer({ JIRA_URL: jira.url, JIRA_TOKEN: 'hunter2', FOLLOW_UP_PROJECT: 'OPS' })
})
afterAll(async () => {
  await server.stop()
  await jira.close()
  expect(errorsIn(server.log())).toEqual([])
  expect(server.log()).not.toContain('hunter2')
})

test('a follow-up shows its issue without a reload, or why the tracker does not take it', async () => {
  const ines = await signInAt(server.url, INES)
  const add = (title: string) =>
    writeAs(ines, {
      ...{ method: 'POST', path: '/api/follow_ups/' },
      body: { jira_id: 'OPI-1801', title, owner: INES, due_date: null },
    })
  const { page } = await openAs('incident_manager', '/details/OPI-1801', { baseUrl: server.url })
  const panel = page.getByRole('region', { name: 'Follow-ups' })
  await panel.getByText('No follow-ups yet').waitFor()
  await add('Replace the disk of db-7')
  const link = panel.getByRole('link', { name: 'OPS-1 (opens a new tab)' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(`${jira.url}/browse/OPS-1`)
  await expectAccessible(page)

  jira.refuse(REFUSED)
  await add(`Ask the vendor why ${'failover'.repeat(12)} took so long`)
  const reason = 'The tracker does not take it: Jira answered 400: The issue type selected is invalid.'
  await panel.getByText(reason).waitFor()
  await expectAccessible(page)

  const { page: phone } = await openAs('incident_manager', '/follow_ups', {
    ...{ baseUrl: server.url, apart: true, colorScheme: 'dark', viewport: PHONE },
  })
  await phone.getByText(reason).waitFor()
  await phone.getByRole('link', { name: 'OPS-1 (opens a new tab)' }).waitFor()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)

  const { page: reading } = await openAs('support', '/follow_ups', { baseUrl: server.url })
  await reading.getByRole('link', { name: 'OPS-1 (opens a new tab)' }).waitFor()
  expect(await reading.getByText(reason).count()).toBe(0)
})
