import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { createAudit, sealWaiting } from '../features/audit/public.ts'
import { startAuditJobs } from './audit.ts'

const DAY_MS = 86_400_000

test('new rows are sealed, old ones archived, and the log says where the chain ends', async () => {
  const server = await openTestApp()
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-audit-jobs-'))
  const write = (age: number) =>
    createAudit(server.db, {
      applicationName: 'Aviary',
      userEmail: 'ada@acme.example',
      actionName: 'Update Banner',
      createdDate: new Date(server.now().getTime() - age * DAY_MS),
      context: {},
    })
  await write(31)
  await sealWaiting(server.db)
  await write(0)
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const retention = { days: 30, archiveDir: folder }
  const stop = startAuditJobs({ db: server.db, clock: server.now, log, retention })
  const messages = (message: string) => lines.filter(({ msg }) => msg === message)
  await expect.poll(() => messages('the audit log is sealed').length).toBe(1)
  await expect.poll(() => messages('a part of the audit log was archived').length).toBe(1)
  await stop()
  expect(messages('the audit log is sealed')[0]).toMatchObject({ hash: expect.stringMatching(/^[\w-]{43}$/) })
  expect(messages('a part of the audit log was archived')[0]).toMatchObject({ from_seal: 1, to_seal: 1 })
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true })
})

test('a fault is logged and does not end the job', async () => {
  const server = await openTestApp()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await server.db.execute('alter table audit_unsealed rename to elsewhere')
  const retention = { days: undefined, archiveDir: '' }
  const stop = startAuditJobs({ db: server.db, clock: server.now, log, retention })
  const messages = () => new Set(lines.map(({ msg }) => msg))
  await expect.poll(messages).toEqual(new Set(['the audit log is not kept']))
  await server.db.execute('alter table elsewhere rename to audit_unsealed')
  await createAudit(server.db, {
    applicationName: 'Aviary',
    userEmail: 'ada@acme.example',
    actionName: 'Update Banner',
    createdDate: server.now(),
    context: {},
  })
  await expect.poll(() => lines.at(-1)?.msg).toBe('the audit log is sealed')
  await stop()
  await server.close()
})
