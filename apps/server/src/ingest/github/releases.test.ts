import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { GITHUB_SECRET, githubSample, sendAsGithub } from '../../../testing/github.ts'
import { storedChange } from '../../../testing/ingest.ts'

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

const release = (id: number, action: string, fields: object = {}) => {
  const body = githubSample('release.published')
  return { ...body, action, release: { ...body.release, id, ...fields } }
}
const send = async (body: unknown) => {
  const answer = await sendAsGithub(server, 'release', { body })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  return answer.body
}
const change = (id: number) => storedChange(server, `Codertocat/Hello-World/releases/${id}`)

test("GitHub's own samples become one automated change that took effect when it was published", async () => {
  const detail = 'Codertocat/Hello-World/releases/17372790'
  expect(await send(githubSample('release.created'))).toEqual({
    outcome: 'taken',
    detail: `${detail} was created`,
  })
  const published = '2019-05-15T15:20:53+00:00'
  const expected = {
    source: 'github',
    source_key: detail,
    change_type: 'auto',
    ticket_id: null,
    summary: 'Release Hello-World 0.0.1',
    description: 'Codertocat/Hello-World 0.0.1 is released.',
    status: 'released',
    catalog_type: 'release',
    planned_start: null,
    planned_end: null,
    actual_start: published,
    actual_end: published,
    submitted_by: 'Codertocat',
    submitted_on: null,
    created_on: '2019-05-15T15:19:25+00:00',
    effective_at: published,
    data_centers: [],
    services: [],
    cis: ['Codertocat/Hello-World'],
    master_approval_entity_id: null,
    company_id: null,
    github_owner: 'Codertocat',
    github_repo: 'Hello-World',
    github_sha: null,
    github_tag: '0.0.1',
    source_updated_at: published,
  }
  expect(await change(17372790)).toEqual(expected)
  expect(await send(githubSample('release.published'))).toEqual({
    outcome: 'unchanged',
    detail: `${detail} is as it was`,
  })
  expect(await change(17372790)).toEqual(expected)
})

test('an edit updates the change, a late one does not', async () => {
  await send(
    release(1, 'published', { name: 'Spring', body: 'First notes', updated_at: '2026-04-01T10:00:00Z' }),
  )
  expect(await change(1)).toMatchObject({
    summary: 'Release Hello-World 0.0.1: Spring',
    description: 'First notes',
  })
  await send(
    release(1, 'edited', { name: 'Spring!', body: 'Third notes', updated_at: '2026-04-01T12:00:00Z' }),
  )
  const late = release(1, 'edited', {
    name: 'Spring?',
    body: 'Second notes',
    updated_at: '2026-04-01T11:00:00Z',
  })
  expect(await send(late)).toMatchObject({ outcome: 'older than what is known' })
  expect(await change(1)).toMatchObject({
    summary: 'Release Hello-World 0.0.1: Spring!',
    description: 'Third notes',
  })
})

test('an unpublished release is marked and keeps its times; a deleted one does not come back', async () => {
  const gone = { draft: true, published_at: null }
  await send(release(2, 'published'))
  await send(release(2, 'unpublished', { ...gone, updated_at: '2026-04-01T10:00:00Z' }))
  expect(await change(2)).toMatchObject({ status: 'unpublished', actual_end: '2019-05-15T15:20:53+00:00' })
  await send(
    release(2, 'published', { published_at: '2026-04-02T10:00:00Z', updated_at: '2026-04-02T10:00:00Z' }),
  )
  expect(await change(2)).toMatchObject({ status: 'released', actual_end: '2026-04-02T10:00:00+00:00' })
  await send(release(2, 'deleted'))
  await send(release(2, 'edited', { body: 'Too late', updated_at: '2026-04-03T10:00:00Z' }))
  expect(await change(2)).toMatchObject({ status: 'deleted' })
})

test('a deletion that comes before the publication makes the same record', async () => {
  for (const [id, order] of [
    [3, ['published', 'deleted']],
    [4, ['deleted', 'published']],
  ] as const) {
    for (const action of order)
      await send(release(id, action, { updated_at: `2026-04-0${action === 'deleted' ? 2 : 1}T00:00:00Z` }))
  }
  const [first, second] = [await change(3), await change(4)]
  expect(first).toMatchObject({ status: 'deleted', actual_start: '2019-05-15T15:20:53+00:00' })
  expect({ ...second, source_key: '' }).toEqual({ ...first, source_key: '' })
})

test('a pre-release is marked as one, with its commit if GitHub names it', async () => {
  const target_commitish = 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e'
  await send(release(5, 'prereleased', { prerelease: true, target_commitish }))
  expect(await change(5)).toMatchObject({ status: 'prereleased', github_sha: target_commitish })
})

test.each([
  ['created', { draft: true, published_at: null }, 'the release is a draft'],
  ['edited', { draft: true }, 'the release is a draft'],
  ['edited', { published_at: null }, 'the release is not published'],
  ['starred', {}, "'starred' is nothing that a release is taken in for"],
])('%s with %o is ignored with a reason', async (action, fields, detail) => {
  expect(await send(release(6, action, fields))).toEqual({ outcome: 'not for Aviary', detail })
  expect(await change(6)).toBeUndefined()
})
