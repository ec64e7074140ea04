import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { importQuery, isStaging, mergeFile, newComm } from '../../../../testing/merge.ts'
import { startProcess } from '../../../../testing/process.ts'

async function countStored({ db }: TestApp) {
  const { rows } = await db.execute(sql`select (select count(*)::int from security_imports) as imports,
    (select count(*)::int from security_import_parts) as parts, (select count(*)::int from staged_emails) as staged,
    (select count(*)::int from audit_log where action_name = 'Upload Security Import') as audited`)
  return rows[0]
}

test('kill -9 during a staging leaves nothing in the database and on the disk', async () => {
  const server = await openTestApp({ now: new Date() })
  const person = await server.signInAs('administrator')
  const comm = await newComm({ person })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-kill-'))
  chmodSync(dataDir, 0o711)
  const uploads = path.join(dataDir, 'uploads')
  const start = () => startProcess({ DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir })
  const query = Object.entries(importQuery(comm)).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const send = (url: string) =>
    fetch(`${url}/api/sec/imports/upload/?${new URLSearchParams(query)}`, {
      method: 'POST',
      headers: {
        cookie: person.cookies,
        'x-csrf-token': person.antiForgeryToken,
        'content-type': 'text/csv',
      },
      body: mergeFile(20_000),
    })

  let process = await start()
  const broken = send(process.url).then(
    () => 'answered',
    () => 'broken off',
  )
  while (!(await isStaging(server))) await pause(5)
  await process.end('SIGKILL')
  expect(await broken).toBe('broken off')
  while (await isStaging(server)) await pause(20)
  expect(await countStored(server)).toEqual({ imports: 0, parts: 0, staged: 0, audited: 0 })

  process = await start()
  expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([])
  const again = await send(process.url)
  expect([again.status, await countStored(server)]).toEqual([
    200,
    { imports: 1, parts: expect.any(Number), staged: 20_000, audited: 1 },
  ])
  expect(readdirSync(uploads)).toEqual([])
  await process.end('SIGTERM')
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 120_000)
