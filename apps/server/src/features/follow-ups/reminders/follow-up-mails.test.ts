import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import { createFollowUp, updateFollowUp } from '@aviary/contract/follow-ups/endpoints'
import { explainMailed } from '@aviary/contract/subscribers/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../../testing/ingest.ts'
import { startWorker } from '../../../../testing/mailing.ts'
import { runOn } from '../../../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../../../testing/smtp.ts'
import { subscribe } from '../../../../testing/subscribers.ts'

const SAM = 'sam.support@acme.example'
const SUE = 'sue.subscriber@acme.example'

let smtp: TestSmtp
let server: TestApp
let worker: Awaited<ReturnType<typeof startWorker>>
let manager: Person
beforeAll(async () => {
  smtp = await startSmtp()
  server = await openTestApp({ now: new Date('2026-08-20T06:00:00Z') })
  worker = await startWorker(server, { smtpUrl: smtp.url })
  manager = await server.signInAs('incident_manager')
  await server.signInAs('support')
  await server.signInAs('subscriber')
})
beforeEach(async () => {
  server.setNow(new Date('2026-08-20T06:00:00Z'))
  await runOn(server, 'delete from incidents')
  await runOn(server, 'delete from subscribers')
  smtp.received.length = 0
  await ingest(server, 'incidents', [incidentRecord('OPI-1'), incidentRecord('OPI-2', { is_internal: 'Y' })])
})
afterAll(async () => {
  await worker.stop()
  expect(server.errors).toEqual([])
  await server.close()
  await smtp.close()
})

const add = async (changed: object = {}) =>
  (
    await manager.call(createFollowUp, {
      body: {
        jira_id: 'OPI-1',
        title: 'Alert <on> the queue',
        owner: SAM,
        due_date: '2026-08-20',
        ...changed,
      },
    })
  ).body.follow_up
const remind = async () => (await server.sendFollowUps()).sent
const at = (time: string) => server.setNow(new Date(time))

test('the owner is mailed once on the morning of the due day, and once more for another day', async () => {
  const { follow_up_id, title, owner, state } = await add()
  await add({ due_date: '2026-08-21' })
  await add({ due_date: null })
  await add({ owner: null })
  expect(await remind()).toBe(0)
  at('2026-08-20T07:00:00Z')
  expect([await remind(), await remind()]).toEqual([1, 0])
  await expect.poll(() => smtp.received.length).toBe(1)
  const mail = await smtp.read(0)
  expect(smtp.received[0]?.to).toBe(SAM)
  expect(mail.subject).toBe('OPI-1: follow-up is due: Alert <on> the queue')
  expect(mail.text).toContain('Due: Aug 20, 2026')
  expect(mail.text).toContain('http://localhost:8080/details/OPI-1#follow-ups')
  expect(mail.text).toContain('You get this mail because this follow-up is yours.')
  expect(mail.html).toContain('Alert &lt;on&gt; the queue')
  const fields = { follow_up_id, title, owner, state }
  await manager.call(updateFollowUp, { body: { ...fields, due_date: '2026-08-19' } })
  expect(await remind()).toBe(1)
  await expect.poll(() => smtp.received.length).toBe(2)
  const [broadcast] = (await manager.call(listBroadcasts)).body.broadcasts
  expect(broadcast).toMatchObject({ reference: 'OPI-1', message_type: 'Follow-up due', audience: 'INTERNAL' })
  const asked = { query: { broadcast_id: broadcast?.broadcast_id, email: SAM } }
  expect((await manager.call(explainMailed, asked as never)).problem.detail).toContain(
    'the owner of a follow-up',
  )
})

test('who gets a follow-up that is due is mailed, too', async () => {
  const { follow_up_id, title, due_date, state } = await add()
  at('2026-08-20T07:00:00Z')
  expect(await remind()).toBe(1)
  await manager.call(updateFollowUp, {
    body: { follow_up_id, title: `${title}!`, owner: SAM, due_date, state },
  })
  expect(await remind()).toBe(0)
  const given = await manager.call(updateFollowUp, {
    body: { follow_up_id, title, owner: SUE, due_date, state },
  })
  expect(given.problem).toMatchObject({ follow_up: { owner: SUE } })
  expect(await remind()).toBe(1)
  await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([SAM, SUE])
})

test('nobody is mailed of what is done, nor people outside, without the right, or whose mails come back', async () => {
  const done = await add()
  await manager.call(updateFollowUp, { body: { ...done, state: 'DONE' } })
  await add({ owner: SUE })
  await runOn(
    server,
    `update follow_ups set incident_id = (select incident_id from incidents where jira_id = 'OPI-2') where owner = '${SUE}'`,
  )
  const outside = await add()
  await runOn(
    server,
    `update follow_ups set owner = 'x@example.com' where follow_up_id = ${outside.follow_up_id}`,
  )
  await subscribe(server, SAM)
  await runOn(server, 'update subscribers set paused_at = now()')
  await add()
  at('2026-08-20T09:00:00Z')
  expect(await server.sendFollowUps()).toEqual({ sent: 0, failed: 0 })
  expect(smtp.received).toEqual([])
})

test('of two processes one reminds; the language is the one of the owner', async () => {
  await subscribe(server, SAM, { locale: 'de' })
  for (let nth = 0; nth < 20; nth += 1) await add()
  at('2026-08-20T09:00:00Z')
  const both = await Promise.all([server.sendFollowUps(), server.sendFollowUps()])
  expect(both[0].sent + both[1].sent).toBe(20)
  await expect.poll(() => smtp.received.length).toBe(20)
  expect((await smtp.read(0)).subject).toContain('Folgeaufgabe ist fällig')
})
