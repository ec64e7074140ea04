import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { startAviary } from '../../../../testing/command.ts'
import { createAudit, sealWaiting, verifyAudit } from '../public.ts'

// Each test tampers with its own chain, as the owner of the database could.

let server: TestApp
const folder = mkdtempSync(path.join(tmpdir(), 'aviary-audit-'))
const ROWS = 10

beforeEach(async () => {
  server = await openTestApp()
  for (let row = 1; row <= ROWS; row += 1) await write(row)
  await sealWaiting(server.db, { rowsAtOnce: 4 })
  return server.close
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (row: number) =>
  createAudit(server.db, {
    applicationName: 'Aviary',
    userEmail: `person${row}@acme.example`,
    actionName: 'Update Banner',
    createdDate: new Date(Date.UTC(2026, 7, 1, 0, row)),
    context: { before: { row }, after: { row: row + 1 } },
  })
const named = (row: number) =>
  `row ${row} (Aviary, person${row}@acme.example, Update Banner, 2026-08-01T00:${String(row).padStart(2, '0')}:00.000000Z)`

const tamper = (statements: string) =>
  server.db.execute(
    `alter table audit_log disable trigger all; ${statements}; alter table audit_log enable trigger all`,
  )
const verify = (...args: string[]) =>
  startAviary(['audit', 'verify', ...args], { DATABASE_URL: server.databaseUrl, DATA_DIR: folder }).ended
const findings = async (expected?: string) => {
  const [sealNo, hash = ''] = expected?.split(':') ?? []
  const expect = sealNo ? { sealNo: Number(sealNo), hash } : undefined
  return (await verifyAudit(server.db, { archives: folder, expect })).findings.texts
}
const endOf = async () => {
  const { findings, end } = await verifyAudit(server.db, { archives: folder })
  expect(findings.texts).toEqual([])
  return `${end.sealNo}:${end.hash}`
}

test('an intact chain reports its counts and its end, which later proves that nothing was cut off', async () => {
  await write(11)
  const { code, out } = await verify()
  expect(code).toBe(0)
  const [, end = ''] =
    /^10 rows sealed, 1 waiting, 0 in archives; chain ends in (10:[\w-]{43})\n$/.exec(out) ?? []
  await sealWaiting(server.db)
  expect(await findings(end)).toEqual([])
  expect(await endOf()).toMatch(/^11:/)
  await tamper(`delete from audit_log where pkey > 8; delete from audit_seals where seal_no > 8`)
  expect(await endOf()).toMatch(/^8:/)
  expect(await verify('--expect', end)).toEqual({
    code: 1,
    out: '',
    err: 'The audit log is not what was sealed:\nthe chain ends in seal 8 and once had seal 10: its end was cut off\n',
  })
})

test('a chain rewritten from some row on does not match a seal noted elsewhere', async () => {
  const end = await endOf()
  await tamper(`update audit_log set user_email = 'nobody@acme.example' where pkey = 7;
    delete from audit_seals where seal_no > 6; insert into audit_unsealed select pkey from audit_log where pkey > 6`)
  await sealWaiting(server.db)
  expect(await endOf()).not.toBe(end)
  expect(await findings(end)).toEqual([expect.stringMatching(/^seal 10 is .{43} and should be .{43}:/)])
})

test.each([
  ["user_email = 'nobody@acme.example'", /nobody@acme\.example/],
  ["context = '{}'", /person5@/],
  ['context = null', /person5@/],
  ["created_date = created_date + interval '1 microsecond'", /00:05:00\.000001Z/],
])('a row whose %s was changed is named, and only that row', async (change, who) => {
  await tamper(`update audit_log set ${change} where pkey = 5`)
  const lines = await findings()
  expect(lines).toEqual([expect.stringMatching(/^row 5 \(.*\) was changed after it was sealed \(seal 5\)$/)])
  expect(lines[0]).toMatch(who)
})

test('a removed row is named', async () => {
  await tamper('delete from audit_log where pkey in (3, 10)')
  expect(await findings()).toEqual([
    'row 3 was removed after it was sealed (seal 3)',
    'row 10 was removed after it was sealed (seal 10)',
  ])
})

test('a row inserted without a seal is named, but not one that waits for its seal', async () => {
  await write(11)
  await tamper(`insert into audit_log (application_name, user_email, action_name, created_date)
    values ('Aviary', 'person12@acme.example', 'Update Banner', '2026-08-01T00:12:00Z')`)
  expect(await findings()).toEqual([
    `${named(12)} has no seal and does not wait for one: it was put in, or its seal was removed`,
  ])
})

test('two rows that swapped places are both named', async () => {
  await tamper(`update audit_log a set user_email = b.user_email, context = b.context, created_date = b.created_date
    from audit_log b where (a.pkey, b.pkey) in ((4, 5), (5, 4))`)
  expect(await findings()).toEqual([
    expect.stringMatching(/^row 4 \(Aviary, person5@.* was changed after it was sealed/),
    expect.stringMatching(/^row 5 \(Aviary, person4@.* was changed after it was sealed/),
  ])
})

test('an altered or missing seal is distinguished from a changed row', async () => {
  await tamper(`update audit_seals set hash = reverse(hash) where seal_no = 6`)
  expect(await findings()).toEqual([`seal 6 of ${named(6)} was altered`])
  await tamper('delete from audit_seals where seal_no in (2, 3)')
  expect(await findings()).toEqual([
    'seals 2 to 3 are missing',
    `seal 6 of ${named(6)} was altered`,
    expect.stringMatching(/^row 2 .* has no seal and does not wait for one/),
    expect.stringMatching(/^row 3 .* has no seal and does not wait for one/),
  ])
})

test('swapped seals are found', async () => {
  await tamper(
    `update audit_seals set pkey = -pkey where pkey in (4, 5); update audit_seals set pkey = 9 + pkey where pkey < 0`,
  )
  expect(await findings()).toHaveLength(2)
})

test('a row removed while it waited for its seal is named', async () => {
  await write(11)
  await write(12)
  await tamper('delete from audit_log where pkey = 11')
  await sealWaiting(server.db)
  expect(await findings()).toEqual(['row 11 was removed while it waited for its seal'])
})

test('only the first twenty findings are listed', async () => {
  for (let row = 11; row <= 40; row += 1) await write(row)
  await sealWaiting(server.db)
  await tamper(`update audit_log set action_name = 'Nothing' where pkey > 5`)
  const lines = (await verify()).err.trimEnd().split('\n').slice(1)
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toBe('… and 15 more')
})

test('several processes that seal at once make one chain', async () => {
  for (let row = 11; row <= 59; row += 1) await write(row)
  await Promise.all(Array.from({ length: 6 }, () => sealWaiting(server.db, { rowsAtOnce: 5 })))
  await sealWaiting(server.db)
  expect(await endOf()).toMatch(/^59:/)
})

test('the log refuses update, delete and truncate, sealed or not', async () => {
  await write(11)
  for (const statement of [
    'update audit_log set user_email = null where pkey = 1',
    'delete from audit_log where pkey = 1',
    'delete from audit_log where pkey = 11',
    'truncate audit_log',
  ])
    await expect(server.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'the audit log is append-only' },
    })
})

test.each(['10', '10:short', `0:${'a'.repeat(43)}`])('--expect %s explains its format', async (text) => {
  expect(await verify('--expect', text)).toMatchObject({
    code: 1,
    err: expect.stringContaining('the number of a seal, a colon, its hash'),
  })
})
