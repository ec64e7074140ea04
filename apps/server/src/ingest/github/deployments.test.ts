import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { GITHUB_SECRET, type GithubBody, githubSample, sendAsGithub } from '../../../testing/github.ts'
import { markedChangesOf, storedChange, unknownNamesOf } from '../../../testing/ingest.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({
    environment: { GITHUB_WEBHOOK_SECRET: GITHUB_SECRET },
    now: new Date('2026-05-01T00:00:00Z'),
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Fields = { deployment?: object; deployment_status?: object; repository?: object }

const bodyOf = (name: string, id: number, fields: Fields): GithubBody => {
  const body = githubSample(name)
  Object.assign(body.deployment, { id }, fields.deployment)
  if (body.deployment_status) Object.assign(body.deployment_status, fields.deployment_status)
  Object.assign(body.repository, fields.repository)
  return body
}
const deployment = (id: number, fields: Fields = {}) => bodyOf('deployment', id, fields)
const status = (id: number, fields: Fields = {}) => bodyOf('deployment_status', id, fields)

const send = async (event: string, body: unknown) => {
  const answer = await sendAsGithub(server, event, { body })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body
}
const change = (id: number) => storedChange(server, `Codertocat/Hello-World/deployments/${id}`)

const SAMPLE_CHANGE = {
  source: 'github',
  source_key: 'Codertocat/Hello-World/deployments/145988746',
  change_type: 'auto',
  ticket_id: null,
  summary: 'Deploy Hello-World master to production',
  description: 'Codertocat/Hello-World at master (commit f95f852) is deployed to production by Codertocat.',
  status: null,
  catalog_type: 'deploy',
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
  submitted_by: 'Codertocat',
  submitted_on: null,
  created_on: '2019-05-15T15:20:53+00:00',
  effective_at: '2019-05-15T15:20:53+00:00',
  data_centers: [],
  services: [],
  cis: ['Codertocat/Hello-World'],
  master_approval_entity_id: null,
  company_id: null,
  github_owner: 'Codertocat',
  github_repo: 'Hello-World',
  github_sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
  github_tag: null,
  source_updated_at: null,
}

test("GitHub's own samples become one automated change, which its status ends", async () => {
  expect(await send('deployment', githubSample('deployment'))).toEqual({
    outcome: 'taken',
    detail: 'Codertocat/Hello-World/deployments/145988746 was created',
  })
  expect(await change(145988746)).toEqual(SAMPLE_CHANGE)
  expect(await send('deployment_status', githubSample('deployment_status'))).toEqual({
    outcome: 'taken',
    detail: 'Codertocat/Hello-World/deployments/145988746 was updated',
  })
  const end = '2019-05-15T15:20:55+00:00'
  expect(await change(145988746)).toEqual({
    ...SAMPLE_CHANGE,
    status: 'success',
    actual_start: SAMPLE_CHANGE.created_on,
    actual_end: end,
    effective_at: SAMPLE_CHANGE.created_on,
    source_updated_at: end,
  })
})

const at = (second: number) => `2026-04-30T10:00:${String(second).padStart(2, '0')}Z`
const zoned = (second: number) => at(second).replace('Z', '+00:00')

test('a deployment waits, starts, and ends with its first end', async () => {
  const send1 = (state: string, second: number) =>
    send('deployment_status', status(1, { deployment_status: { state, created_at: at(second) } }))
  await send1('queued', 1)
  expect(await change(1)).toMatchObject({ status: 'queued', actual_start: null, actual_end: null })
  await send1('in_progress', 5)
  expect(await change(1)).toMatchObject({ status: 'in_progress', actual_start: zoned(5), actual_end: null })
  await send1('failure', 9)
  const failed = { status: 'failure', actual_start: zoned(5), actual_end: zoned(9), effective_at: zoned(5) }
  expect(await change(1)).toMatchObject(failed)
  expect(await send1('queued', 2)).toMatchObject({ outcome: 'older than what is known' })
  expect(await change(1)).toMatchObject(failed)
  await send1('inactive', 50)
  expect(await change(1)).toMatchObject({ ...failed, status: 'inactive' })
})

test('a deployment that reports nothing but success started when it was created, whatever is told of it later', async () => {
  const created = { deployment: { created_at: at(0) } }
  const send2 = (state: string, second: number, fields: Fields = created) =>
    send('deployment_status', status(2, { ...fields, deployment_status: { state, created_at: at(second) } }))
  await send2('success', 30)
  const known = { actual_start: zoned(0), actual_end: zoned(30), effective_at: zoned(0) }
  expect(await change(2)).toMatchObject(known)
  await send2('inactive', 40)
  await send2('queued', 1)
  expect(await change(2)).toMatchObject({ ...known, status: 'inactive' })
  await send2('in_progress', 10)
  expect(await change(2)).toMatchObject({ actual_start: zoned(10), actual_end: zoned(30) })
  await send2('in_progress', 5)
  expect(await change(2)).toMatchObject({ actual_start: zoned(5), actual_end: zoned(30) })
})

test('where its creation is not known a deployment starts with its end, and with its creation once that is told', async () => {
  const deployment_url = 'https://api.github.com/repos/Codertocat/Hello-World/deployments/3'
  const bare = status(3, { deployment_status: { state: 'success', created_at: at(30), deployment_url } })
  await send('deployment_status', { ...bare, deployment: {} })
  expect(await change(3)).toMatchObject({ actual_start: zoned(30), actual_end: zoned(30) })
  await send('deployment', deployment(3, { deployment: { created_at: at(0) } }))
  expect(await change(3)).toMatchObject({ actual_start: zoned(0), actual_end: zoned(30) })
})

test('the events of a deployment make the same record in whatever order they come, also all at once', async () => {
  const names = {
    deployment: {
      payload: { service: 'Expense', cis: ['db-1'] },
      environment: 'production-us2',
      ref: 'v1.2.3',
    },
    repository: { custom_properties: { services: ['Travel'] } },
  }
  // For each deployment: two events in the same second, and one that does not contain the deployment.
  const eventsOf = (id: number): [string, GithubBody][] => {
    const bare = status(id, { ...names, deployment_status: { state: 'pending', created_at: at(2) } })
    const address = `https://api.github.com/repos/Codertocat/Hello-World/deployments/${id}/statuses/7`
    return [
      ['deployment', deployment(id, names)],
      [
        'deployment_status',
        {
          ...bare,
          deployment: {},
          deployment_status: { ...bare.deployment_status, url: address, environment: 'production-us2' },
        },
      ],
      ...(
        [
          ['in_progress', 4],
          ['success', 4],
          ['inactive', 9],
        ] as const
      ).map(([state, second]): [string, GithubBody] => [
        'deployment_status',
        status(id, { ...names, deployment_status: { state, created_at: at(second) } }),
      ]),
    ]
  }
  const expected = {
    summary: 'Deploy Hello-World v1.2.3 to production-us2',
    status: 'inactive',
    actual_start: zoned(4),
    actual_end: zoned(4),
    created_on: '2019-05-15T15:20:53+00:00',
    services: ['Expense', 'Travel'],
    data_centers: ['us2'],
    cis: ['Codertocat/Hello-World', 'db-1'],
    github_tag: 'v1.2.3',
  }
  let id = 1_000
  const orders = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 })
  await fc.assert(
    fc.asyncProperty(orders, fc.boolean(), async (order, isAtOnce) => {
      id += 1
      const events = eventsOf(id)
      const sent = order.map((index) => () => send(...(events[index] ?? ['', githubSample('deployment')])))
      if (isAtOnce) await Promise.all(sent.map((sendOnce) => sendOnce()))
      else for (const sendOnce of sent) await sendOnce()
      expect(await change(id)).toMatchObject(expected)
    }),
    { numRuns: 20 },
  )
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
})

describe('what a deployment touches', () => {
  test.each([
    ['an object', { service: 'expense', data_center: 'EMEA', ci: 'db-1' }],
    ['lists', { services: ['Expense'], data_centers: ['eu'], cis: ['db-1'] }],
    ['the text of an object', '{"services":"Expense","data_centers":"eu","cis":"db-1"}'],
  ])('is named in its payload: %s', async (name, payload) => {
    const id = 2_000 + name.length
    await send('deployment', deployment(id, { deployment: { payload } }))
    expect(await change(id)).toMatchObject({
      services: ['Expense'],
      data_centers: ['eu'],
      cis: ['Codertocat/Hello-World', 'db-1'],
    })
  })

  test("is named in the repository's custom properties, and in a part of the environment's name", async () => {
    const repository = { custom_properties: { service: 'Expense, Travel', data_centers: ['us2'], ci: null } }
    await send(
      'deployment',
      deployment(2_100, { repository, deployment: { environment: 'prod/EU2 (blue)' } }),
    )
    expect(await change(2_100)).toMatchObject({
      services: ['Expense', 'Travel'],
      data_centers: ['eu2', 'us2'],
      cis: ['Codertocat/Hello-World'],
    })
  })

  test('is left out and reported if unknown', async () => {
    const payload = { services: ['Expense', 'Espresso', 'Ristretto'], data_center: 'mars' }
    const answer = await send('deployment', deployment(2_200, { deployment: { payload } }))
    expect(answer.detail).toBe(
      "Codertocat/Hello-World/deployments/2200 was created; left out: unknown service 'Espresso', 'Ristretto', unknown data center 'mars'",
    )
    expect(await change(2_200)).toMatchObject({ services: ['Expense'], data_centers: [] })
    expect(await unknownNamesOf(server, 'github')).toEqual([
      ['data center', 'mars', 1],
      ['service', 'Espresso', 1],
      ['service', 'Ristretto', 1],
    ])
  })

  test('is empty if the payload is plain text', async () => {
    await send('deployment', deployment(2_300, { deployment: { payload: 'blue {' } }))
    expect(await change(2_300)).toMatchObject({ services: [], data_centers: [] })
  })
})

let nextId = 3_000
test.each([
  ['v1.2.3', 'v1.2.3', 'v1.2.3'],
  ['refs/tags/nightly', 'nightly', 'nightly'],
  ['refs/heads/2.0', '2.0', null],
  ['2024.1', '2024.1', '2024.1'],
  ['master', 'master', null],
  ['topic-a8bb0', 'topic-a8bb0', null],
  ['f95f852bd8fca8fcc58a9a2d6c842781e32a215e', 'f95f852', null],
])('the ref %s is shown as %s and is the tag %s', async (ref, shown, tag) => {
  nextId += 1
  const id = nextId
  await send('deployment', deployment(id, { deployment: { ref } }))
  expect(await change(id)).toMatchObject({
    summary: `Deploy Hello-World ${shown} to production`,
    github_tag: tag,
  })
})

test('a description and a task of its own are kept, texts that are too long are cut', async () => {
  const description = '🦜'.repeat(6_000)
  const fields = {
    description,
    task: 'deploy:migrations',
    environment: 'e'.repeat(5_000),
    ref: 'r'.repeat(5_000),
  }
  await send('deployment', deployment(4_000, { deployment: fields }))
  const stored = await change(4_000)
  expect(stored).toMatchObject({ description: '🦜'.repeat(5_000), catalog_type: 'deploy:migrations' })
  expect(String(stored?.summary).length).toBeLessThanOrEqual(1_000)
})
