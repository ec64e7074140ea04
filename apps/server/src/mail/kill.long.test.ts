import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { killBroadcast } from '../../testing/kill-broadcast.ts'

test('a broadcast loses nobody to kill -9, and repeats no more than the mails under way', async () => {
  const server = await openTestApp()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-kill-'))
  chmodSync(dataDir, 0o711)
  const plan = { recipients: 1_500, kills: 3, connections: 4, seed: 20_261_121, dataDir }
  const report = await killBroadcast(server, plan)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
  expect(report).toMatchObject({ lost: 0, strangers: 0 })
  expect(report.secondCopies).toBeLessThanOrEqual(plan.kills * plan.connections)
  expect(report.longestSilenceMs).toBeLessThan(30_000)
}, 300_000)
