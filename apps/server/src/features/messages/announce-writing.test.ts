import { announceWriting } from '@aviary/contract/messages/endpoints'
import { WRITING_HOLDS_MS } from '@aviary/contract/messages/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { signInWith } from '../../../testing/people.ts'

const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let ines: Person
let ada: Person
beforeAll(async () => {
  server = await openTestApp({ now: NOW })
  ines = await server.signInAs('incident_manager')
  ada = await server.signInAs('administrator')
  await ingest(server, 'incidents', [incidentRecord('OPI-1'), incidentRecord('OPI-2')])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const FORM = '0e9b4c5e-8c5a-4f5b-9d0a-2a6d3b1c7e11'
const OTHER_FORM = '0e9b4c5e-8c5a-4f5b-9d0a-2a6d3b1c7e12'

const say = (person: Person, is_writing: boolean, { jira_id = 'OPI-1', form_id = FORM } = {}) =>
  person.call(announceWriting, { body: { jira_id, form_id, is_writing } })
const othersOf = async (person: Person, jira_id = 'OPI-1') =>
  (await say(person, true, { jira_id })).body.writers.map(({ email, since }) => [email, since])
const after = (ms: number) => server.setNow(new Date(NOW.getTime() + ms))

test('each is told who else writes on the incident, and since when', async () => {
  expect(await othersOf(ines)).toEqual([])
  after(5_000)
  expect(await othersOf(ada)).toEqual([[ines.email, NOW.toISOString()]])
  expect((await othersOf(ines)).map(([email]) => email)).toEqual([ada.email])
  expect(await othersOf(ada)).toEqual([[ines.email, NOW.toISOString()]])
  expect(await othersOf(ada, 'OPI-2')).toEqual([])
})

test('who has ended, or whose page says nothing any more, does not write', async () => {
  await say(ines, false)
  expect(await othersOf(ada)).toEqual([])
  await say(ines, true)
  after(5_000 + WRITING_HOLDS_MS + 1)
  expect(await othersOf(ada)).toEqual([])
  await server.tick()
  // Sets the clock back: a row that was only hidden, not deleted, would show again.
  after(5_000)
  expect(await othersOf(ada)).toEqual([])
})

test('who has two forms open writes until the last is closed, and is named once', async () => {
  after(0)
  await say(ines, true)
  after(1_000)
  await say(ines, true, { form_id: OTHER_FORM })
  expect(await othersOf(ada)).toEqual([[ines.email, NOW.toISOString()]])
  await say(ines, false)
  expect((await othersOf(ada)).map(([email]) => email)).toEqual([ines.email])
  await say(ines, false, { form_id: OTHER_FORM })
  expect(await othersOf(ada)).toEqual([])
})

test('needs the right to create messages of the priority, and an incident', async () => {
  const [p1, p2] = [
    await signInWith(server, ['create_p1_message']),
    await signInWith(server, ['create_p2_message']),
  ]
  expect((await say(p1, true)).status).toBe(200)
  expect((await say(p2, true)).status).toBe(403)
  expect((await say(p1, true, { jira_id: 'OPI-99' })).status).toBe(404)
})
