import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { type KillReport, killBroadcast } from '../apps/server/testing/kill-broadcast.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startProcess } from '../apps/server/testing/process.ts'
import type { Measure } from './product.ts'

const ROUNDS = 4
const PLAN = { recipients: 10_000, kills: 50, connections: 10 }
const SEED = 1

/** Kills the worker (SIGKILL) at 200 random times while broadcasts to 10,000 people are sent. */
export async function killMail(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-bench-kill-'))
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aviary-bench-kill-data-'))
  chmodSync(dataDir, 0o711)
  const database = await startPostgres15(folder)
  const migrated = await startProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  await migrated.end('SIGTERM')
  const { db, close } = openDatabase(database.url, () => undefined)
  try {
    const reports: KillReport[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      reports.push(
        await killBroadcast({ db, databaseUrl: database.url }, { ...PLAN, seed: SEED + round, dataDir }),
      )
    const kills = ROUNDS * PLAN.kills
    const sum = (key: 'lost' | 'secondCopies' | 'strangers') =>
      reports.reduce((total, report) => total + report[key], 0)
    const silence = Math.max(...reports.map(({ longestSilenceMs }) => longestSilenceMs)) / 1000
    const measure = (name: string, [ours, max]: [number, number]) => ({
      name,
      ours: String(ours),
      reference: String(max),
      ratio: max === 0 ? String(ours) : (ours / max).toFixed(2),
      target: `≤ ${max}`,
      isMet: ours <= max,
    })
    return [
      measure(`recipients lost in ${kills} kills`, [sum('lost'), 0]),
      measure('second copies ÷ connections open at the kills', [
        sum('secondCopies'),
        kills * PLAN.connections,
      ]),
      measure('second copies with another Message-ID', [sum('strangers'), 0]),
      measure('seconds from a kill to the next mail, at most', [silence, 30]),
    ]
  } finally {
    await close()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
