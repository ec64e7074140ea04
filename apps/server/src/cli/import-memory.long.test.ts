import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'

const incident = (id: string, details: string) => ({
  ...{ jira_id: id, priority_type: 'P1', severity: 'disruption', status: 'active', details },
  ...{ affected_services: ['Expense'], data_centers: ['us2'], start_date: '2026-08-20T10:00:00Z' },
})

test('a file of 150 MB streams through 96 MB of memory', async () => {
  const server = await openTestApp()
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-import-'))
  const name = path.join(folder, 'large.jsonl')
  const stream = createWriteStream(name)
  const details = 'x'.repeat(15_000)
  for (let id = 1; id <= 10_000; id += 1) {
    const isFull = !stream.write(`${JSON.stringify(incident(`LARGE-${id}`, details))}\n`)
    if (isFull) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=96', path.resolve(import.meta.dirname, 'main.ts'), 'import', 'incidents', name],
    {
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: server.databaseUrl,
        DATA_DIR: folder,
        SEED_DEMO: 'false',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  expect(out).toContain('10000 created, 0 updated, 0 unchanged')
  await server.close()
  rmSync(folder, { recursive: true })
}, 300_000)
