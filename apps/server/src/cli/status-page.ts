import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSeverity, type Severity } from '@aviary/contract/status/rules'
import { InvalidArgumentError } from 'commander'
import { systemClock } from '../clock.ts'
import { type Config, readConfigWith } from '../config.ts'
import type { Db } from '../database/open.ts'
import {
  addIncident,
  publishByHand,
  readPublicStatus,
  readPublished,
  resumePlace,
} from '../features/status-page/public.ts'
import { openPlace, statusSettingsOf } from '../mount-status-page.ts'
import { publicUrlOf } from '../public-url.ts'
import { readStatusTarget } from '../status-page-places.ts'
import { restoreAside } from './backup/restore.ts'
import { configOf, type DatabaseOptions, refuseWithoutDatabase } from './database-options.ts'
import { withDatabase, withDatabaseAsItIs, withDatabaseUrl } from './with-database.ts'

export type StatusPageOptions = DatabaseOptions & {
  text?: string
  severity: Severity
  backup?: string
  resume?: boolean
}

export function parseSeverity(text: string): Severity {
  const severity = readSeverity(text)
  if (severity) return severity
  throw new InvalidArgumentError('Use outage, partial outage, performance or partial performance.')
}

/**
 * `aviary status-page write <place>`: publishes by hand from a text, a backup or the database. Nothing automatic writes
 * there afterwards, unless `resume` is set.
 */
export async function runStatusPage(target: string, options: StatusPageOptions): Promise<void> {
  if (options.text !== undefined && (options.backup !== undefined || options.resume))
    throw new Error('--text stands alone: say --backup or --resume without it.')
  const config = configOf(options)
  const place = await openPlace(readStatusTarget(target) ?? { folder: path.resolve(target) }, config)
  const now = systemClock()
  if (options.text !== undefined) {
    if (options.text.trim() === '') throw new Error('--text is empty: say what readers are to know.')
    const published = await readPublished(place, config.providerName, now)
    await publishByHand(
      place,
      addIncident(published, { text: options.text, severity: options.severity }, now),
      now,
    )
  } else {
    const read = (db: Db) => readPublicStatus(db, statusSettingsOf(config, publicUrlOf(config)), now)
    if (options.backup === undefined) refuseWithoutDatabase(config)
    const status =
      options.backup === undefined
        ? await withDatabaseAsItIs(config, read)
        : await withBackup(options.backup, read)
    await publishByHand(place, status, now)
  }
  if (options.resume) await resumePlace(place)
  const after = options.resume
    ? 'Aviary writes there again.'
    : 'Nothing automatic writes there until --resume.'
  process.stdout.write(`The status page is written to ${place.address}. ${after}\n`)
}

/** Runs `work` on a database of its own that is filled from a backup and removed afterwards. */
async function withBackup<T>(file: string, work: (db: Db) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aviary-backup-'))
  const config: Config = readConfigWith({ DATA_DIR: folder, DATABASE_URL: '', AUDIT_ARCHIVE_DIR: '' })
  let result: { value: T } | undefined
  try {
    await withDatabaseUrl(config, (url) => restoreAside(url, path.resolve(file), config))
    await withDatabase(config, async (db) => {
      result = { value: await work(db) }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (!result) throw new Error('The work on the database did not run')
  return result.value
}
