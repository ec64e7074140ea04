import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { getAuditSeal } from '@aviary/contract/audit/endpoints'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { startAviary } from '../../../../testing/command.ts'
import { lastAudit, runOn } from '../../../../testing/queries.ts'
import { createAudit, openRetention, sealWaiting, verifyAudit } from '../public.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-08-20T12:00:00Z')

let server: TestApp
let folder: string

/** Before each test, the log has ten sealed rows, one for each of the last ten days. */
beforeEach(async () => {
  server = await openTestApp({ now: NOW })
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-retention-'))
  for (let age = 9; age >= 0; age -= 1) await write(age)
  await sealWaiting(server.db)
  return async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})

const write = (age: number) =>
  createAudit(server.db, {
    applicationName: 'Aviary',
    userEmail: 'ada@acme.example',
    actionName: 'Update Banner',
    createdDate: new Date(NOW.getTime() - age * DAY_MS),
    context: { age, amount: '1.0', nested: { of: ['a', null] } },
  })
const archive = (days: number | undefined, rowsPerFile?: number) =>
  openRetention({
    ...{ db: server.db, clock: server.now, days, archiveDir: folder },
    ...(rowsPerFile ? { rowsPerFile } : {}),
  })()
/** Runs `aviary audit verify` as an operator does, and gives its output and exit code. */
const verify = (...args: string[]) =>
  startAviary(['audit', 'verify', '--archives', folder, ...args], {
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: folder,
  }).ended
const verdict = (expected?: string) => {
  const [sealNo, hash = ''] = expected?.split(':') ?? []
  const anchor = sealNo ? { sealNo: Number(sealNo), hash } : undefined
  return verifyAudit(server.db, { archives: folder, expect: anchor })
}
const findings = async () => (await verdict()).findings.texts
const count = async () =>
  Number((await server.db.execute<{ n: string }>('select count(*) as n from audit_log')).rows[0]?.n)
const linesOf = (file: string) =>
  gunzipSync(readFileSync(path.join(folder, file)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('without a retention nothing is ever moved', async () => {
  expect(await archive(undefined)).toEqual([])
  expect(await count()).toBe(10)
})

test('old rows are archived in a file before they leave the log, and the log records it', async () => {
  const [made] = await archive(5)
  expect(made).toMatchObject({ fromSeal: 1, toSeal: 4, previousHash: null, file: 'audit-1.jsonl.gz' })
  expect(readdirSync(folder)).toEqual(['audit-1.jsonl.gz'])
  const lines = linesOf('audit-1.jsonl.gz')
  expect(lines.map(({ seal_no, pkey }) => [seal_no, pkey])).toEqual([1, 2, 3, 4].map((at) => [at, at]))
  expect(lines[0]).toMatchObject({
    user_email: 'ada@acme.example',
    created_date: '2026-08-11T12:00:00.000000Z',
    context: '{"age": 9, "amount": "1.0", "nested": {"of": ["a", null]}}',
  })
  expect(await count()).toBe(7)
  expect(await lastAudit(server)).toMatchObject({
    applicationName: 'Aviary',
    userEmail: 'Aviary retention',
    actionName: 'Archive Audit Log',
    createdDate: NOW,
    context: { from_seal: 1, to_seal: 4, file: 'audit-1.jsonl.gz', sha256: made?.sha256 },
  })
  const { call } = await server.signInAs('administrator')
  expect((await call(getAuditSeal)).body).toMatchObject({
    sealed_rows: 6,
    waiting_rows: 1,
    archived_rows: 4,
    last_seal: 10,
  })
  expect(await archive(5)).toEqual([])
})

test('the chain is verified through the archives and continues after them when the log is empty', async () => {
  const { end } = await verdict()
  const atTheEnd = `${end.sealNo}:${end.hash}`
  expect(await archive(5, 3)).toMatchObject([
    { fromSeal: 1, toSeal: 3 },
    { fromSeal: 4, toSeal: 4 },
  ])
  const middle = linesOf('audit-1.jsonl.gz')[1]
  for (const anchor of [atTheEnd, `2:${middle.hash}`])
    expect(await verdict(anchor)).toMatchObject({
      findings: { texts: [] },
      sealed: 6,
      waiting: 2,
      archived: 4,
      end,
    })
  expect((await verdict(`2:${end.hash}`)).findings.texts).toEqual([expect.stringContaining('seal 2 is')])
  server.setNow(new Date(NOW.getTime() + 100 * DAY_MS))
  await archive(30)
  expect(await verdict(atTheEnd)).toMatchObject({
    findings: { texts: [] },
    sealed: 0,
    waiting: 3,
    archived: 10,
    end,
  })
  await sealWaiting(server.db)
  expect(await verify('--expect', atTheEnd)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^3 rows sealed, 0 waiting, 10 in archives; chain ends in 13:/),
  })
})

test('an archive is read whatever its texts hold', async () => {
  const odd = '\u2028 \u2029 \u0085 \r\n \u0001 \ufeff 😀'
  await createAudit(server.db, {
    ...{ applicationName: 'Aviary', userEmail: 'ada@acme.example', actionName: 'Post Message' },
    ...{ createdDate: new Date(NOW.getTime() - DAY_MS), context: { odd } },
  })
  await sealWaiting(server.db)
  server.setNow(new Date(NOW.getTime() + 9 * DAY_MS))
  expect(await archive(5)).toMatchObject([{ toSeal: 11 }])
  expect(await findings()).toEqual([])
})

test('a young row or an unsealed row keeps everything sealed after it in the log', async () => {
  await write(8)
  expect(await archive(0.5)).toMatchObject([{ fromSeal: 1, toSeal: 9 }])
  expect(await count()).toBe(3)
})

test('a crash after the file was written loses nothing, and the next run continues', async () => {
  await runOn(
    server,
    `create function stop() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$;
     create trigger stop before insert on audit_archives execute function stop()`,
  )
  await expect(archive(5)).rejects.toThrow()
  expect(await count()).toBe(10)
  expect(await findings()).toEqual([])
  await runOn(server, 'drop trigger stop on audit_archives')
  writeFileSync(path.join(folder, 'audit-1.jsonl.gz.partial'), 'half')
  expect(await archive(4)).toMatchObject([{ fromSeal: 1, toSeal: 5 }])
  expect(readdirSync(folder)).toEqual(['audit-1.jsonl.gz'])
  expect(await findings()).toEqual([])
})

test('several processes at once archive each row once', async () => {
  const made = await Promise.all([archive(5, 1), archive(5, 1), archive(5, 1)])
  await archive(5, 1)
  expect(await verdict()).toMatchObject({ findings: { texts: [] }, archived: 4 })
  const files = made.flat().map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
})

test('a broken chain is not archived, so that nothing is hidden', async () => {
  await runOn(
    server,
    `alter table audit_log disable trigger all; update audit_log set user_email = 'x' where pkey = 2;
     alter table audit_log enable trigger all`,
  )
  await expect(archive(5)).rejects.toThrow('The chain of the audit log breaks at row 2')
  expect(readdirSync(folder)).toEqual([])
  expect(await count()).toBe(10)
})

const change = (file: string, edit: (text: string) => string) =>
  writeFileSync(
    path.join(folder, file),
    gzipSync(edit(gunzipSync(readFileSync(path.join(folder, file))).toString())),
  )

test.each([
  [
    'a changed row',
    () => change('audit-1.jsonl.gz', (text) => text.replace('ada@', 'bob@')),
    [
      'audit-1.jsonl.gz is not the file that was written',
      /^row 1 \(Aviary, bob@.* was changed after it was sealed/,
    ],
  ],
  [
    'a missing line',
    () => change('audit-1.jsonl.gz', (text) => text.replace(/^.*\n/, '')),
    ['audit-1.jsonl.gz is not the file that was written', 'seal 1 is missing'],
  ],
  [
    'a cut end',
    () => change('audit-1.jsonl.gz', (text) => text.replace(/[^\n]*\n$/, '')),
    [
      'audit-1.jsonl.gz is not the file that was written',
      'audit-1.jsonl.gz ends in seal 1 and not where it was written to end, in 2',
    ],
  ],
  [
    'no archive at all',
    () => writeFileSync(path.join(folder, 'audit-1.jsonl.gz'), 'nonsense'),
    [
      'audit-1.jsonl.gz is not the file that was written',
      'audit-1.jsonl.gz cannot be read behind seal 0',
      'audit-1.jsonl.gz ends in seal 0 and not where it was written to end, in 2',
    ],
  ],
  [
    'a missing file',
    () => rmSync(path.join(folder, 'audit-3.jsonl.gz')),
    [/^the archive .*audit-3\.jsonl\.gz is missing$/],
  ],
])('%s in an archive is named', async (_, tamper, told) => {
  await archive(5, 2)
  tamper()
  expect(await findings()).toEqual(
    told.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
  )
})

test('an archive that the database no longer lists leaves a gap', async () => {
  await archive(5, 2)
  await server.db.execute('delete from audit_archives where from_seal = 1')
  expect(await findings()).toEqual(['the archive of seals 1 to 2 is missing'])
})
