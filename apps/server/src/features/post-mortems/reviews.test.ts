import { updateUser } from '@aviary/contract/administration/endpoints'
import { declareIncident, handOverIncident } from '@aviary/contract/declared/endpoints'
import { listBroadcasts } from '@aviary/contract/deliveries/endpoints'
import {
  answerReview,
  createPostMortem,
  createReviews,
  deleteReview,
  getPostMortem,
  listPostMortemVersions,
  updatePostMortem,
} from '@aviary/contract/post-mortems/endpoints'
import type { PostMortem } from '@aviary/contract/post-mortems/schemas'
import { explainMailed } from '@aviary/contract/subscribers/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../../testing/app.ts'
import { incidentRecord, ingest } from '../../../testing/ingest.ts'
import { lastAudit, runOn } from '../../../testing/queries.ts'

const INES = 'ines.incident@acme.example'
const ADA = 'ada.admin@acme.example'
const SAM = 'sam.support@acme.example'
const SUE = 'sue.subscriber@acme.example'

let server: TestApp
let manager: Person
let administrator: Person
let support: Person
let made: PostMortem
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-08-20T12:00:00Z') })
  manager = await server.signInAs('incident_manager')
  administrator = await server.signInAs('administrator')
  support = await server.signInAs('support')
  await server.signInAs('subscriber')
})
beforeEach(async () => {
  server.setNow(new Date('2026-08-20T12:00:00Z'))
  await runOn(server, 'delete from incidents')
  await runOn(server, 'delete from broadcasts')
  await ingest(server, 'incidents', [
    incidentRecord('OPI-1'),
    incidentRecord('OPI-2', { is_internal: 'Y', priority_type: 'P2' }),
  ])
  made = await make('OPI-1')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const make = async (jira_id: string) =>
  (await manager.call(createPostMortem, { body: { jira_id } })).body.post_mortem
const save = async (version: number, changed: object = {}, jira_id = 'OPI-1') => {
  const { summary, impact, root_cause, solution, corrective_measures, lessons, timeline } = made
  const texts = { summary, impact, root_cause, solution, corrective_measures, lessons }
  await manager.call(updatePostMortem, { body: { jira_id, version, ...texts, timeline, ...changed } })
}
const ask = (reviewers: string[], jira_id = 'OPI-1', person = manager) =>
  person.call(createReviews, { body: { jira_id, reviewers } })
const answer = (fields: object, person = support) =>
  person.call(answerReview, { body: { jira_id: 'OPI-1', version: 1, answer: 'APPROVED', ...fields } })
const read = async (jira_id = 'OPI-1') => {
  const { post_mortem } = (await support.call(getPostMortem, { query: { jira_id } })).body
  if (!post_mortem) throw new Error(`${jira_id} has no post-mortem`)
  return post_mortem
}
const listMails = async () =>
  (await manager.call(listBroadcasts, { query: { reference: 'OPI-1' } })).body.broadcasts

test('who is asked is mailed once, and approves without the right to post', async () => {
  const asked = await ask([SAM.toUpperCase(), SAM])
  expect(asked.body).toMatchObject({
    ...{ asked: [SAM], not_mailed: [] },
    post_mortem: { state: 'IN_REVIEW', reviews: [{ reviewer: SAM, asked_by: INES, answer: null }] },
  })
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Ask For Review', context: { jira_id: 'OPI-1', version: 1, asked: [SAM] } },
  })
  expect((await ask([SAM], 'OPI-1', administrator)).body.asked).toEqual([])
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    ...{ kind: 'reminder', message_type: 'Review requested', audience: 'INTERNAL', created_by: INES },
    subject: 'OPI-1: please review the post-mortem',
  })
  const why = await administrator.call(explainMailed, {
    query: { broadcast_id: mail?.broadcast_id ?? 0, email: SAM },
  })
  expect(why.problem.detail).toContain('asked to review')
  const { post_mortem } = (await answer({ note: ' Well written ' })).body
  expect(post_mortem).toMatchObject({
    state: 'REVIEWED',
    reviews: [{ answer: 'APPROVED', version: 1, note: 'Well written', answered_date: expect.any(String) }],
  })
  expect(await lastAudit(server)).toMatchObject({
    ...{ actionName: 'Review Post-mortem', userEmail: SAM },
    context: { before: { answer: null }, after: { answer: 'APPROVED', version: 1 } },
  })
})

test('it is reviewed when everybody has approved the newest version', async () => {
  await ask([SAM, ADA])
  await answer({})
  expect(
    (await answer({ answer: 'CHANGES_REQUESTED', note: 'Why?' }, administrator)).body.post_mortem.state,
  ).toBe('IN_REVIEW')
  expect((await answer({}, administrator)).body.post_mortem.state).toBe('REVIEWED')
})

test('a save leaves approvals with the version before, whose reviewers can be asked again', async () => {
  await ask([SAM])
  await answer({})
  await save(1, { summary: 'Other words' })
  expect(await read()).toMatchObject({ version: 2, state: 'IN_REVIEW', reviews: [{ version: 1 }] })
  const late = await answer({ answer: 'CHANGES_REQUESTED' })
  expect(late.problem).toMatchObject({ status: 409, current: { version: 2, summary: 'Other words' } })
  server.setNow(new Date('2026-08-20T13:00:00Z'))
  expect((await ask([SAM])).body.asked).toEqual([SAM])
  expect((await ask([SAM])).body.asked).toEqual([])
  expect((await listMails()).length).toBe(2)
  expect((await answer({ version: 2 })).body.post_mortem.state).toBe('REVIEWED')
})

test('who is not asked does not answer; who is asked no longer neither', async () => {
  expect((await answer({})).status).toBe(403)
  await ask([SAM])
  expect((await support.call(deleteReview, { body: { jira_id: 'OPI-1', reviewer: SAM } })).status).toBe(403)
  const taken = await manager.call(deleteReview, { body: { jira_id: 'OPI-1', reviewer: SAM } })
  expect(taken.body.post_mortem).toMatchObject({ state: 'DRAFT', reviews: [] })
  expect((await manager.call(deleteReview, { body: { jira_id: 'OPI-1', reviewer: SAM } })).status).toBe(404)
  expect((await answer({})).status).toBe(403)
})

test('a reviewer needs an account that may see the incident, and is not who asks', async () => {
  await make('OPI-2')
  for (const [result, detail] of [
    [await ask(['who@acme.example']), 'there is no account who@acme.example'],
    [await ask([SUE], 'OPI-2'), 'may not see internal incidents'],
    [await ask([INES]), 'somebody else than yourself'],
    [await ask([]), 'reviewers'],
  ] as const)
    expect(result.problem).toMatchObject({ status: 400, detail: expect.stringContaining(detail) })
  expect((await ask([SAM], 'OPI-1', support)).status).toBe(403)
  expect((await ask([SAM], 'OPI-9')).status).toBe(404)
  await runOn(server, 'delete from post_mortems')
  expect((await ask([SAM])).status).toBe(404)
})

test('who cannot be mailed is asked all the same, and the answer says so', async () => {
  await runOn(server, `update users set email = 'sam@globex.example' where email = '${SAM}'`)
  expect((await ask(['sam@globex.example'])).body.not_mailed).toEqual(['sam@globex.example'])
  await runOn(server, `update users set email = '${SAM}' where email = 'sam@globex.example'`)
  expect(await listMails()).toEqual([])
})

test('it stays with people whose address changes', async () => {
  await runOn(server, `update users set email = 'old@acme.example' where email = '${SUE}'`)
  await ask(['old@acme.example'])
  const [row] = (await server.db.execute("select user_id from users where email = 'old@acme.example'")).rows
  await administrator.call(updateUser, { body: { user_id: Number(row?.user_id), email: SUE } })
  expect((await read()).reviews[0]?.reviewer).toBe(SUE)
})

const declare = async () =>
  (
    await manager.call(declareIncident, {
      body: {
        ...{ details: 'Bookings fail', priority_type: 'P1', severity: 'OUTAGE' },
        ...{ affected_services: ['Travel'], data_centers: ['us2'] },
      },
    })
  ).body
const handOver = (own: { jira_id: string; version: number }, to: string) =>
  manager.call(handOverIncident, { body: { ...own, to } })

test('it goes along when an own incident is handed over', async () => {
  const { jira_id, version } = await declare()
  await make(jira_id)
  await ask([SAM], jira_id)
  await runOn(
    server,
    "delete from post_mortems where incident_id in (select incident_id from incidents where jira_id = 'OPI-1')",
  )
  await handOver({ jira_id, version }, 'OPI-1')
  expect(await read()).toMatchObject({ jira_id: 'OPI-1', version: 1, reviews: [{ reviewer: SAM }] })
})

test('of two post-mortems that meet, the versions of the own incident become the older ones', async () => {
  await save(1, { summary: 'Of the issue' })
  await ask([SAM])
  await answer({ version: 2 })
  const { jira_id, version } = await declare()
  await make(jira_id)
  await save(1, { summary: 'Of the own incident' }, jira_id)
  await ask([SAM, ADA], jira_id)
  await handOver({ jira_id, version }, 'OPI-1')
  const merged = await read()
  expect(merged).toMatchObject({ version: 4, summary: 'Of the issue', state: 'IN_REVIEW' })
  expect(merged.reviews.map(({ reviewer, version: of }) => [reviewer, of]).toSorted()).toEqual([
    [ADA, null],
    [SAM, 4],
  ])
  const query = { jira_id: 'OPI-1' }
  const { versions } = (await support.call(listPostMortemVersions, { query })).body
  expect(versions.map(({ version: number }) => number)).toEqual([4, 3, 2, 1])
  const older = await support.call(getPostMortem, { query: { ...query, version: 2 } })
  expect(older.body.post_mortem?.summary).toBe('Of the own incident')
  await save(4, { summary: 'Both' })
  expect((await read()).version).toBe(5)
})

test('whoever saved a version does not review it; who asks for changes says which', async () => {
  await ask([SAM])
  await ask([INES], 'OPI-1', administrator)
  expect((await answer({}, manager)).status).toBe(403)
  expect((await answer({ answer: 'CHANGES_REQUESTED', note: ' ' })).status).toBe(400)
  expect((await read()).reviews.map((review) => review.answer)).toEqual([null, null])
})

test('a person takes over the address of another who was asked, too', async () => {
  await ask([SAM, SUE])
  await runOn(server, `delete from users where email = '${SUE}'`)
  const { rows } = await server.db.execute(`select user_id from users where email = '${SAM}'`)
  const renamed = await administrator.call(updateUser, {
    body: { user_id: Number(rows[0]?.user_id), email: SUE },
  })
  expect(renamed.status).toBe(200)
  // The session of whose address changed has ended.
  const { body } = await manager.call(getPostMortem, { query: { jira_id: 'OPI-1' } })
  expect(body.post_mortem?.reviews.map(({ reviewer }) => reviewer)).toEqual([SUE])
})
