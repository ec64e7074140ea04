import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { createManyChanges } from '../../testing/changes.ts'
import { startAviary } from '../../testing/command.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { markedChangesOf } from '../../testing/ingest.ts'
import { findLost } from '../../testing/ngram-index.ts'
import { lastAudit } from '../../testing/queries.ts'
import { retentionAudit } from '../../testing/retention.ts'
import { changeRecords } from '../database/tables/changes.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 150_000 })

const OLD = 4_000

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await openTestApp()
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-retention-'))
  await createManyChanges(server.db, OLD, { seed: 1, before: new Date(Date.now() - 200 * 86_400_000) })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

const start = (args: string[], environment: Record<string, string> = {}) =>
  startAviary(['retention', ...args], { DATABASE_URL: server.databaseUrl, DATA_DIR: folder, ...environment })
const HUNDRED = { CHANGES_RETENTION_DAYS: '100' }
const left = () => server.db.$count(changeRecords)

test('shows what is kept how long, and how many rows are older', async () => {
  const { code, out, err } = await start([], HUNDRED).ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const lines = out.split('\n').map((line) => line.split(/ {2,}/))
  expect(lines[0]).toEqual(['kind', 'variable', 'kept', 'older now'])
  expect(lines).toContainEqual(['changes', 'CHANGES_RETENTION_DAYS', '100 days', String(OLD)])
  expect(lines).toContainEqual(['mails', 'MAIL_RETENTION_DAYS', 'for good'])
  expect(lines).toContainEqual(['webhooks', 'WEBHOOK_RETENTION_DAYS', '30 days', '0'])
  expect(lines).toContainEqual(['repeated_writes', 'IDEMPOTENCY_RETENTION_DAYS', '1 day', '0'])
  expect(lines).toContainEqual(['audit', 'AUDIT_RETENTION_DAYS', 'for good'])
  expect(await left()).toBe(OLD)
})

test('refuses what it does not know, what is kept, and a number that does not suit', async () => {
  const refused = async (args: string[], environment = {}) => {
    const { code, out, err } = await start(args, environment).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    return err
  }
  expect(await refused(['apply', 'chnages'], HUNDRED)).toContain(
    'There is no kind chnages. Kinds are changes, incidents,',
  )
  expect(await refused(['apply', 'mails'], HUNDRED)).toContain(
    'kept for good until MAIL_RETENTION_DAYS is set',
  )
  expect(await refused([], { CHANGES_RETENTION_DAYS: '7' })).toContain(
    'CHANGES_RETENTION_DAYS: use at least 30 days',
  )
  expect(await left()).toBe(OLD)
})

test('a command that is killed between two transactions loses nothing, and the next one audits what it deleted', async () => {
  const killed = start(['apply', 'changes'], HUNDRED)
  await expect.poll(left, { interval: 5 }).toBeLessThan(OLD)
  killed.kill()
  await killed.ended
  const rest = await left()
  expect(rest).toBeGreaterThan(0)
  expect(await retentionAudit(server)).toEqual([])
  const { should, are } = await markedChangesOf(server)
  expect(are).toEqual(should)

  const stream = await openEventStream(await server.listen(), (await server.signInAs('support')).cookies)
  await stream.next()
  const both = [start(['apply', 'changes'], HUNDRED), start(['apply'], HUNDRED)]
  const [first, second] = await Promise.all(both.map(({ ended }) => ended))
  expect([first?.code, second?.code]).toEqual([0, 0])
  expect(`${first?.out}${second?.out}`).toContain(`changes: ${OLD} changes deleted\n`)
  expect(`${first?.out}${second?.out}`).toContain('changes: nothing deleted\n')
  expect((await stream.next())?.data).toEqual({ topics: ['changes'] })
  await stream.leave()
  expect(await left()).toBe(0)
  expect(await findLost(server)).toEqual([])
  expect(await retentionAudit(server)).toMatchObject([{ kind: 'changes', days: 100, rows: { changes: OLD } }])
  expect(await lastAudit(server)).toMatchObject({ userEmail: expect.stringMatching(/^cli:\S+$/) })
})
