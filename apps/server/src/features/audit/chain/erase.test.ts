import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Db } from '../../../database/open.ts'
import {
  createAudit,
  createErasedPerson,
  eraseFromAudit,
  openRetention,
  pseudonymOf,
  recordErasure,
  sealWaiting,
  verifyAudit,
} from '../public.ts'
import { hashAfter } from './hash.ts'
import { listLinks } from './queries.ts'

const NOW = new Date('2026-08-20T12:00:00Z')
const DAY_MS = 86_400_000
const ADA = 'ada@acme.example'
const BOB = 'bob@acme.example'

let server: TestApp
let folder: string

/** Nine sealed rows, one for each of the last nine days: three times one by Ada, one about her, one by Bob. */
beforeEach(async () => {
  server = await openTestApp({ now: NOW })
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-erase-'))
  for (let age = 9; age > 0; age -= 3) {
    await write(age, ADA, { note: `from ${BOB}` })
    await write(age - 1, BOB, {
      before: { owner: 'Ada@Acme.example' },
      after: { owner: BOB },
      text: `\n${ADA}`,
    })
    await write(age - 2, `token:${BOB}/x`, null)
  }
  await sealWaiting(server.db)
  return async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})

const write = (age: number, userEmail: string, context: Record<string, unknown> | null) =>
  createAudit(server.db, {
    ...{ applicationName: 'Aviary', userEmail, actionName: 'Update Banner', context: context as never },
    createdDate: new Date(NOW.getTime() - age * DAY_MS),
  })
const verdict = (expected?: { sealNo: number; hash: string }) =>
  verifyAudit(server.db, { archives: folder, expect: expected })
const findings = async () => (await verdict()).findings.texts
const rows = async () =>
  (
    await server.db.execute<{ pkey: string; user: string; context: string | null }>(
      sql`select pkey, user_email as user, context::text as context from audit_log order by pkey`,
    )
  ).rows
const tamper = (statements: string) =>
  server.db.execute(
    `alter table audit_log disable trigger all; ${statements}; alter table audit_log enable trigger all`,
  )

const eraseWithin = async (db: Db, email: string) => {
  const number = await createErasedPerson(db, NOW)
  const erasure = await eraseFromAudit(db, { email, number, archiveDir: folder })
  await recordErasure(db, { erasure, number, author: 'cli:test', now: NOW, context: {} })
  return erasure
}
const erase = async (email: string) => {
  const erasure = await server.db.transaction((db) => eraseWithin(db, email))
  await erasure.finish(server.db)
  return erasure
}
const countOnly = (email: string) =>
  eraseFromAudit(server.db, { email, number: undefined, archiveDir: folder })

test('an erased address is nowhere in the log, and the chain and its anchors stay provable', async () => {
  const { end } = await verdict()
  const anchor = { sealNo: end.sealNo, hash: end.hash ?? '' }
  await write(0, ADA, { waits: 'for its seal' })
  expect(await countOnly('ADA@acme.example')).toMatchObject({ rows: 7, keptRows: 0, archives: [] })
  expect(await erase('ADA@acme.example')).toMatchObject({ rows: 7, proof: { rows: 7, addresses: 10 } })
  const pseudonym = pseudonymOf(1)
  const log = await rows()
  expect(JSON.stringify(log)).not.toMatch(/ada@acme/i)
  expect(log[0]).toMatchObject({ user: pseudonym, context: `{"note": "from ${BOB}"}` })
  expect(JSON.parse(log[1]?.context ?? '')).toEqual({
    ...{ before: { owner: pseudonym }, after: { owner: BOB }, text: `\n${pseudonym}` },
  })
  expect(log[2]).toMatchObject({ user: `token:${BOB}/x`, context: 'null' })
  expect(await verdict(anchor)).toMatchObject({
    findings: { texts: [] },
    ...{ sealed: 11, waiting: 0, erased: { people: 1, addresses: 10 }, sealedWithAddresses: 0 },
  })
  expect(await erase(BOB)).toMatchObject({ proof: { addresses: 12 } })
  expect(await verdict(anchor)).toMatchObject({
    ...{ findings: { texts: [] }, erased: { people: 2, addresses: 22 } },
  })
  expect(JSON.stringify(await rows())).not.toContain('acme.example')
  const salts = await server.db.execute(sql`select from audit_seals where not exists (
    select from audit_log where audit_log.pkey = audit_seals.pkey)`)
  expect(salts.rows).toEqual([])
})

test.each([
  ['another action', `update audit_log set action_name = 'Nothing' where pkey = 1`],
  ['another text', `update audit_log set context = '{"note": "from bob@acme.example!"}' where pkey = 1`],
  ['another person', `update audit_log set user_email = 'eve@acme.example' where pkey = 1`],
  [
    'somebody who was not erased',
    `update audit_log set user_email = 'erased-9@erased.invalid' where pkey = 1`,
  ],
  ['a digest', `update audit_seals set address_salts[1] = 'erased:x' where pkey = 1`],
  ['no salts', `update audit_seals set address_salts = null where pkey = 1`],
  [
    'the digests of another row',
    `update audit_seals set address_salts[1] = (select address_salts[1] from audit_seals where pkey = 4) where pkey = 1`,
  ],
  ['a forged erasure', `update audit_log set user_email = 'erased-1@erased.invalid' where pkey = 3`],
])('in an erased row, %s is found', async (_, change) => {
  await erase(ADA)
  expect(await findings()).toEqual([])
  await tamper(change)
  expect(await findings()).not.toEqual([])
})

test('an erasure that the database accepts but nobody recorded is found', async () => {
  await erase(ADA)
  const digest = `'erased:' || translate(rtrim(encode(sha256(convert_to(address_salts[1] || 'bob@acme.example', 'UTF8')), 'base64'), '='), '+/', '-_')`
  await tamper(`update audit_log set user_email = 'erased-1@erased.invalid' where pkey = 2;
    update audit_seals set address_salts[1] = ${digest} where pkey = 2`)
  expect(await findings()).toEqual([
    expect.stringMatching(
      /^erased-1@erased\.invalid stands for 10 addresses in 6 rows, other ones than the 9 in 6/,
    ),
  ])
  await server.db.transaction(async (db) => {
    const number = await createErasedPerson(db, NOW)
    await eraseFromAudit(db, { email: BOB, number, archiveDir: folder })
  })
  expect(await findings()).toContainEqual(
    expect.stringMatching(
      /^erased-2@erased\.invalid stands for an address since seal 1, and no sealed row says/,
    ),
  )
})

test.each([
  ['without an erasure', `update audit_log set user_email = 'erased-9@erased.invalid' where pkey = 3`],
  ['a text', `update audit_log set context = '{}' where pkey = 1`],
  [
    'more than addresses',
    `insert into erased_people (erased_at) values (now());
     update audit_log set user_email = 'erased-2@erased.invalid', action_name = 'x' where pkey = 1`,
  ],
  [
    'the pseudonym of an earlier erasure',
    `update audit_log set user_email = 'erased-1@erased.invalid' where pkey = 2`,
  ],
  [
    'what was erased before',
    `insert into erased_people (erased_at) values (now());
     update audit_log set user_email = 'erased-2@erased.invalid' where pkey = 1`,
  ],
])('the log refuses a change of %s', async (_, statements) => {
  await erase(ADA)
  await expect(server.db.transaction((db) => db.execute(statements))).rejects.toMatchObject({
    cause: { message: 'the audit log is append-only' },
  })
})

test('rows that an earlier version sealed keep the address, and are counted', async () => {
  await tamper(`delete from audit_log where pkey > 4; delete from audit_seals where seal_no > 4`)
  let hash: string | null = null
  for (const { sealNo, row } of await listLinks(server.db, 0, 4)) {
    if (!row) throw new Error('The row is there')
    hash = hashAfter(hash, sealNo, { ...row, address_salts: null }) ?? null
    await server.db.execute(
      sql`update audit_seals set hash = ${hash}, address_salts = null where seal_no = ${sealNo}`,
    )
  }
  await write(0, ADA, {})
  await sealWaiting(server.db)
  expect(await findings()).toEqual([])
  expect(await countOnly(ADA)).toMatchObject({ rows: 1, keptRows: 3 })
  expect(await erase(ADA)).toMatchObject({ rows: 1, keptRows: 3 })
  expect(await verdict()).toMatchObject({
    ...{ findings: { texts: [] }, sealedWithAddresses: 4, erased: { people: 1, addresses: 1 } },
  })
})

test('archives are written anew without the address, and an erasure that fails leaves them', async () => {
  const archive = openRetention({
    ...{ db: server.db, clock: server.now, days: 3, archiveDir: folder, rowsPerFile: 3 },
  })
  expect(await archive()).toHaveLength(2)
  const files = readdirSync(folder)
  expect(await countOnly(ADA)).toMatchObject({ rows: 6, archives: files, written: [] })
  let erasure: Awaited<ReturnType<typeof eraseWithin>> | undefined
  const failed = server.db.transaction(async (db) => {
    erasure = await eraseWithin(db, ADA)
    throw new Error('stop')
  })
  await expect(failed).rejects.toThrow('stop')
  await erasure?.finish(server.db)
  expect(readdirSync(folder)).toEqual(files)
  expect(await findings()).toEqual([])
  await erase(ADA)
  const text = readdirSync(folder)
    .map((file) => gunzipSync(readFileSync(path.join(folder, file))).toString())
    .join('')
  expect(readdirSync(folder)).toEqual(['audit-1-erased-2.jsonl.gz', 'audit-4-erased-2.jsonl.gz'])
  expect(text).not.toMatch(/ada@acme/i)
  expect(await verdict()).toMatchObject({
    ...{ findings: { texts: [] }, archived: 6, erased: { people: 1, addresses: 9 } },
  })
  server.setNow(new Date(NOW.getTime() + 40 * DAY_MS))
  await archive()
  expect(await verdict()).toMatchObject({ findings: { texts: [] }, sealed: 0, erased: { addresses: 9 } })
})

test('a file that a stop has left among the archives is named', async () => {
  await openRetention({ db: server.db, clock: server.now, days: 3, archiveDir: folder })()
  cpSync(path.join(folder, 'audit-1.jsonl.gz'), path.join(folder, 'kept.gz'))
  await erase(ADA)
  expect(await verdict()).toMatchObject({ findings: { texts: [] }, unknownFiles: [] })
  renameSync(path.join(folder, 'kept.gz'), path.join(folder, 'audit-1.jsonl.gz'))
  expect(await verdict()).toMatchObject({ findings: { texts: [] }, unknownFiles: ['audit-1.jsonl.gz'] })
})

test('a missing archive is named, not guessed', async () => {
  await openRetention({ db: server.db, clock: server.now, days: 3, archiveDir: folder })()
  rmSync(path.join(folder, 'audit-1.jsonl.gz'))
  expect(await erase(ADA)).toMatchObject({ rows: 2, unreadable: ['audit-1.jsonl.gz'] })
})
