import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../clock.ts'
import { announce } from '../database/changes.ts'
import {
  applyRetention,
  KIND_NAMES,
  KINDS,
  type KindName,
  listOverview,
} from '../features/retention/public.ts'
import { configOf, type DatabaseOptions, refuseWithoutDatabase } from './database-options.ts'
import { userOfSystem } from './user-of-system.ts'
import { withDatabase } from './with-database.ts'

const ASKS_AGAIN_MS = 1_000
const SHOWS_EVERY_MS = 5_000

/** `aviary retention`: prints what is kept how long, and how many rows are older. */
export async function runRetention(options: DatabaseOptions): Promise<void> {
  const config = configOf(options)
  refuseWithoutDatabase(config)
  await withDatabase(config, async (db) => {
    const kinds = await listOverview(db, config.retention, systemClock())
    const lines = kinds.map(({ kind, days, older }) => [
      kind,
      KINDS[kind].setting,
      nameDays(days),
      older === undefined ? '' : String(older),
    ])
    const audit = config.audit.retentionDays
    lines.push(['audit', 'AUDIT_RETENTION_DAYS', nameDays(audit), ''])
    print([['kind', 'variable', 'kept', 'older now'], ...lines])
  })
}

const nameDays = (days: number | undefined): string =>
  days === undefined ? 'for good' : days === 1 ? '1 day' : `${days} days`

function print(lines: string[][]): void {
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of lines)
    process.stdout.write(
      `${line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
}

/** `aviary retention apply [kind…]`: deletes old rows now, of all kinds if none is named. */
export async function runRetentionApply(names: string[], options: DatabaseOptions): Promise<void> {
  const config = configOf(options)
  const chosen = readKinds(names)
  const kept = chosen.filter((kind) => config.retention[kind] === undefined)
  const kinds = chosen.filter((kind) => config.retention[kind] !== undefined)
  if (names.length > 0 && kept.length > 0)
    throw new Error(
      `${kept.join(', ')}: kept for good until ${kept.map((kind) => KINDS[kind].setting).join(', ')} is set.`,
    )
  refuseWithoutDatabase(config)
  await withDatabase(config, async (db, url) => {
    const changes = { announce, apply: () => undefined }
    const parts = { db, url, changes, clock: systemClock, days: config.retention }
    const run = { kinds, author: `cli:${userOfSystem()}`, onBatch: openReport() }
    let applied = await applyRetention(parts, run)
    if (!applied) process.stderr.write('Another process deletes old rows now, waiting for it.\n')
    while (!applied) {
      await pause(ASKS_AGAIN_MS)
      applied = await applyRetention(parts, run)
    }
    for (const { kind, rows } of applied) {
      const counts = Object.entries(rows).map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`)
      process.stdout.write(`${kind}: ${counts.join(', ') || 'nothing'} deleted\n`)
    }
  })
}

function readKinds(names: readonly string[]): KindName[] {
  const unknown = names.filter((name) => !KIND_NAMES.some((kind) => kind === name))
  if (unknown.length > 0)
    throw new Error(`There is no kind ${unknown.join(', ')}. Kinds are ${KIND_NAMES.join(', ')}.`)
  return KIND_NAMES.filter((kind) => names.length === 0 || names.includes(kind))
}

/** Shows every few seconds how far a long run is. */
function openReport(): (kind: KindName, rows: number) => void {
  let shownAt = performance.now()
  return (kind, rows) => {
    if (performance.now() - shownAt < SHOWS_EVERY_MS) return
    shownAt = performance.now()
    process.stderr.write(`${rows} rows, ${kind}\n`)
  }
}
