import { webhookOutcome } from '@aviary/contract/ingest/endpoints'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { GITHUB_SECRET, githubSample, sendAsGithub, signedByGithub } from '../../../testing/github.ts'
import { markedChangesOf, storedChange } from '../../../testing/ingest.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ environment: { GITHUB_WEBHOOK_SECRET: GITHUB_SECRET } })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const deployment = (id: number) => {
  const body = githubSample('deployment')
  return { ...body, deployment: { ...body.deployment, id } }
}
const send = (body: unknown, headers: Record<string, string> = {}) =>
  sendAsGithub(server, 'deployment', { body, headers })

async function countRows(): Promise<unknown> {
  const counted = await server.db.execute(sql`select (select count(*) from changes) as changes,
    (select count(*) from audit_log) as audit, (select count(*) from webhook_deliveries) as deliveries`)
  return counted.rows[0]
}

test('the same delivery again changes nothing: by its name, and by its bytes under another name', async () => {
  const deliveryHeader = { 'x-github-delivery': 'd-1' }
  expect((await send(deployment(1), deliveryHeader)).body.outcome).toBe('taken')
  expect((await send(deployment(1), deliveryHeader)).body.outcome).toBe('already received')
  expect((await send(deployment(1), { 'x-github-delivery': 'd-2' })).body.outcome).toBe('already received')
  expect((await send(deployment(2), deliveryHeader)).body.outcome).toBe('already received')
  expect(await storedChange(server, 'Codertocat/Hello-World/deployments/2')).toBeUndefined()
})

test('the same delivery several times at once is taken once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => send(deployment(3))))
  expect(answers.map(({ body }) => body.outcome).sort()).toEqual([
    'already received',
    'already received',
    'taken',
  ])
})

const text = JSON.stringify(deployment(4))
test.each([
  [{ 'x-hub-signature-256': '' }, 'The header X-Hub-Signature-256 is missing'],
  [{ 'x-hub-signature-256': 'sha1=abc' }, 'not of the form sha256='],
  [{ 'x-hub-signature-256': signedByGithub(`${text} `) }, 'does not fit the body'],
  [{ 'x-hub-signature-256': signedByGithub(text, 'another-secret-entirely') }, 'does not fit the body'],
  [{ 'x-hub-signature-256': '', 'x-hub-signature': signedByGithub(text) }, 'X-Hub-Signature-256 is missing'],
])('a webhook with %o is refused, counted, and changes nothing', async (headers, detail) => {
  const [before, counted] = [await countRows(), await refused()]
  const answer = await send(text, headers)
  expect([answer.status, answer.problem.detail]).toEqual([401, expect.stringContaining(detail)])
  expect([await countRows(), await refused()]).toEqual([before, counted + 1])
})

async function refused(): Promise<number> {
  const authorization = `Bearer ${await server.createToken(['read:metrics'])}`
  const { body } = await server.app.inject({ url: '/metrics', headers: { authorization } })
  return Number(/^aviary_webhooks_refused_total\{sender="github"\} (\d+)$/m.exec(body)?.[1] ?? 0)
}

test('without a configured secret every process on the database shares one, which operators are given', async () => {
  const other = await openTestApp({ databaseUrl: server.databaseUrl })
  expect((await sendAsGithub(other, 'deployment', { body: deployment(5) })).status).toBe(401)
  const { rows } = await server.db.execute<{ value: string }>(
    sql`select value from secrets where name = 'github-webhook-secret'`,
  )
  const body = JSON.stringify(deployment(5))
  const headers = { 'x-hub-signature-256': signedByGithub(body, rows[0]?.value) }
  expect((await sendAsGithub(other, 'deployment', { body, headers })).body.outcome).toBe('taken')
  await other.close()
})

test('a form that carries the JSON is taken as well, as GitHub sends it unless told otherwise', async () => {
  const body = `payload=${encodeURIComponent(JSON.stringify({ ...deployment(6), note: 'é + 猫 & more' }))}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send(body, headers)).body).toEqual({
    outcome: 'taken',
    detail: 'Codertocat/Hello-World/deployments/6 was created',
  })
  const wrong = await send(body, { ...headers, 'x-hub-signature-256': signedByGithub('payload=') })
  expect(wrong.status).toBe(401)
  for (const form of ['payload=', 'other=1', 'payload=%7B'])
    expect((await send(form, headers)).status).toBe(400)
  expect((await send(body, { 'content-type': 'text/plain' })).status).toBe(415)
})

test.each([
  ['ping', { zen: 'Keep it simple' }, 'the webhook is set up; deployments and releases are taken in'],
  ['push', githubSample('deployment'), "'push' is no event of a deployment or release"],
  ['', githubSample('deployment'), 'the header X-GitHub-Event names no event'],
  ['deployment', {}, 'the event names no repository'],
  ['deployment', { repository: githubSample('deployment').repository }, 'the event names no deployment'],
  ['release', { action: 'published', repository: null, release: [] }, 'the event names no repository'],
])('%s without content for Aviary is answered with the reason', async (event, body, detail) => {
  const before = await countRows()
  const answer = await sendAsGithub(server, event, { body })
  expect([answer.status, answer.body]).toEqual([200, { outcome: 'not for Aviary', detail }])
  expect(await countRows()).toMatchObject({ changes: (before as { changes: string }).changes })
})

test('whatever a signed body holds, the answer is within the contract', async () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      'us2',
      'Expense',
      '2026-04-30T10:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom<unknown>('x'.repeat(20_000), -1, 1e300, 12, '12', [['us2']], { value: { value: 'eu' } }),
  )
  // A real body with some fields replaced or missing, at any depth.
  const mangled = (name: string) =>
    fc.array(fc.tuple(fc.nat(), odd, fc.boolean()), { minLength: 1, maxLength: 8 }).map((faults) => {
      const body: unknown = githubSample(name)
      for (const [index, value, isGone] of faults) mangle(body, { index, value, isGone })
      return body
    })
  const event = fc.constantFrom('deployment', 'deployment_status', 'release')
  const body = fc.oneof(
    odd,
    ...['deployment', 'deployment_status', 'release.published', 'release.created'].map(mangled),
  )
  await fc.assert(
    fc.asyncProperty(event, body, async (name, payload) => {
      const answer = await sendAsGithub(server, name, { body: JSON.stringify(payload) })
      expect([200, 400], JSON.stringify(answer.problem)).toContain(answer.status)
      if (answer.status === 200) expect(webhookOutcome.safeParse(answer.body).success).toBe(true)
    }),
    { numRuns: 200 },
  )
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)
})

type Fault = { index: number; value: unknown; isGone: boolean }

/** Replaces or removes one field at any depth: the one at `index`, modulo the number of fields. */
function mangle(body: unknown, { index, value, isGone }: Fault): void {
  const holders: [Record<string, unknown>, string][] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      const holder = value as Record<string, unknown>
      // Skips URLs, because they are most of a body and nearly none of them is read.
      if (!/_url$|^(html|git|ssh|clone|svn)/.test(key)) holders.push([holder, key])
      visit(holder[key])
    }
  }
  visit(body)
  const [holder, key] = holders[index % holders.length] ?? []
  if (!holder || !key) return
  if (isGone) delete holder[key]
  // Copies the value, because a value put into itself would be circular.
  else holder[key] = structuredClone(value)
}
