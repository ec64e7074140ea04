import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { deleteMessage, updateMessage } from '@aviary/contract/messages/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { at, inMinutes, openMissed } from '../../../testing/missed-updates.ts'
import { signInWith } from '../../../testing/people.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'

let server: TestApp
let manager: Person
beforeAll(async () => {
  server = await openTestApp()
  manager = await server.signInAs('incident_manager')
})
beforeEach(() => runOn(server, 'delete from incidents'))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** What pages show of the next update. */
async function shown(jira_id: string) {
  const { payload } = (await manager.call(getIncidentByJiraId, { query: { jira_id } })).body
  return [payload.nextUpdateDue, payload.nextUpdatePutOff]
}
const PUT_OFF = { promised: inMinutes(30), putOffBy: 'ines.incident@acme.example', note: '' }

test('an update is put off with a note, audited, and nobody is mailed', async () => {
  const { jiraId, post, putOff, mails } = await openMissed(server, manager)
  await post(0, 30)
  server.setNow(at(31))
  const note = 'Vendor is on it'
  const { status, body } = await putOff({ promised: 30, to: 60, note })
  expect([status, body]).toEqual([200, { jira_id: jiraId, next_update_due: inMinutes(60) }])
  expect(await shown(jiraId)).toEqual([inMinutes(60), { ...PUT_OFF, note }])
  expect(await lastAudit(server)).toMatchObject({
    actionName: 'Put Off Update',
    userEmail: manager.email,
    context: {
      jira_id: jiraId,
      before: { next_update_due: inMinutes(30) },
      after: { next_update_due: inMinutes(60), note },
    },
  })
  expect(await mails()).toEqual([])
})

test('put off once more, it is due at the newest time, and reminded of from there', async () => {
  const { jiraId, post, putOff, remind } = await openMissed(server, manager)
  await post(0, 30)
  expect(await remind(30)).toBe(1)
  await putOff({ promised: 30, to: 60 })
  expect(await remind(59)).toBe(0)
  await putOff({ promised: 60, to: 90 })
  expect(await shown(jiraId)).toEqual([inMinutes(90), PUT_OFF])
  expect(await remind(89)).toBe(0)
  expect(await remind(90)).toBe(1)
  expect(await remind(105)).toBe(1)
})

test('sent again it changes nothing; after somebody else’s change it is refused', async () => {
  const { jiraId, post, putOff } = await openMissed(server, manager)
  await post(0, 30)
  expect((await putOff({ promised: 30, to: 60 })).status).toBe(200)
  expect((await putOff({ promised: 30, to: 60 })).status).toBe(200)
  const other = await putOff({ promised: 30, to: 90 })
  expect([other.status, other.problem.current]).toEqual([409, { next_update_due: inMinutes(60) }])
  await post(10, null)
  const gone = await putOff({ promised: 60, to: 90 })
  expect([gone.status, gone.problem.current]).toEqual([409, { next_update_due: null }])
  expect(await shown(jiraId)).toEqual([null, undefined])
})

test('refuses times that are past, too far ahead, or not later than the promise', async () => {
  const { post, putOff } = await openMissed(server, manager)
  await post(0, 30)
  server.setNow(at(40))
  for (const [to, text] of [
    [35, 'later than now'],
    [40 + 8 * 24 * 60, 'within 7 days'],
  ] as const) {
    const { status, problem } = await putOff({ promised: 30, to })
    expect([status, problem.detail]).toEqual([400, expect.stringContaining(text)])
  }
  server.setNow(at(0))
  const { problem } = await putOff({ promised: 30, to: 20 })
  expect(problem.detail).toContain('must be later than what is promised')
})

test('needs the right to post on the incident', async () => {
  const { post, putOff } = await openMissed(server, manager, { is_internal: 'Y' })
  await post(0, 30, { message_type: 'Internal Update' })
  for (const actions of [['view_charts'], ['create_p2_message'], ['create_p1_message']] as const) {
    const person = await signInWith(server, [...actions])
    expect((await putOff({ promised: 30, to: 60 }, person)).status).toBe(403)
  }
  const person = await signInWith(server, ['create_p1_message', 'create_is_internal_message'])
  expect((await putOff({ promised: 30, to: 60 }, person)).status).toBe(200)
})

test('moves every promise that would be due before', async () => {
  const { jiraId, post, putOff } = await openMissed(server, manager)
  await post(0, 30)
  await post(1, 20, { message_type: 'Internal Update' })
  await putOff({ promised: 20, to: 40 })
  expect((await shown(jiraId))[0]).toBe(inMinutes(40))
  await post(2, null, { message_type: 'Internal Update' })
  expect(await shown(jiraId)).toEqual([inMinutes(40), PUT_OFF])
})

test('ends when the message gets another time or is deleted', async () => {
  const { jiraId, post, putOff } = await openMissed(server, manager)
  const message = await post(0, 30)
  await putOff({ promised: 30, to: 60 })
  const edited = { message_id: message.id, jira_id: jiraId, priority_type: 'P1' as const }
  const change = { message_type: 'Update', body: '<p>We look</p>', language: 'en' }
  await manager.call(updateMessage, { body: { ...edited, ...change, next_update_due: inMinutes(50) } })
  expect(await shown(jiraId)).toEqual([inMinutes(50), undefined])
  await manager.call(deleteMessage, { body: edited })
  expect(await shown(jiraId)).toEqual([null, undefined])
})
