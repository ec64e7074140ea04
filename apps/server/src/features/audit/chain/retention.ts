import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { Clock } from '../../../clock.ts'
import { takeTurn } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { createAudit } from '../queries.ts'
import { type ArchiveLine, archiveName, writeArchive } from './archive-file.ts'
import { BEGINNING, type ChainEnd, hashAfter } from './hash.ts'
import type { Archive } from './queries.ts'
import * as queries from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ROWS_PER_FILE = 100_000
const LINKS_AT_ONCE = 1_000

/** `days`: how long rows stay in the log; undefined means forever. */
export type RetentionSettings = { days: number | undefined; archiveDir: string }

type Parts = RetentionSettings & { db: Db; clock: Clock; rowsPerFile?: number }

/**
 * Returns a job that moves rows older than the retention period, oldest first, from the log into archive
 * files. If the process dies between writing a file and deleting its rows, the next run writes the file
 * again.
 */
export function openRetention({ db, clock, days, archiveDir, rowsPerFile = ROWS_PER_FILE }: Parts) {
  return async (mayContinue: () => boolean = () => true): Promise<Archive[]> => {
    if (days === undefined) return []
    const archives: Archive[] = []
    while (mayContinue()) {
      const now = clock()
      const segment = { cutOff: now.getTime() - days * DAY_MS, limit: rowsPerFile, archiveDir, now }
      const archive = await db.transaction((transaction) => archiveSegment(transaction, segment))
      if (!archive) break
      archives.push(archive)
    }
    return archives
  }
}

type Segment = { cutOff: number; limit: number; archiveDir: string; now: Date }

async function archiveSegment(
  db: Db,
  { cutOff, limit, archiveDir, now }: Segment,
): Promise<Archive | undefined> {
  if (!(await takeTurn(db, 'archiving'))) return undefined
  const last = (await queries.listArchives(db)).at(-1)
  const start: ChainEnd = last ? { sealNo: last.toSeal, hash: last.lastHash } : BEGINNING
  const lines = linesFrom(db, { start, cutOff, limit })
  const first = await lines.next()
  if (first.done) return undefined
  await mkdir(archiveDir, { recursive: true, mode: 0o700 })
  let end = start
  async function* all(): AsyncGenerator<ArchiveLine> {
    for (let next = first; !next.done; next = await lines.next()) {
      end = { sealNo: next.value.seal_no, hash: next.value.hash }
      yield next.value
    }
  }
  const fromSeal = start.sealNo + 1
  const file = archiveName(fromSeal)
  const sha256 = await writeArchive(path.join(archiveDir, file), all())
  const ends = { toSeal: end.sealNo, previousHash: start.hash, lastHash: end.hash ?? '' }
  const archive: Archive = { fromSeal, ...ends, file, sha256, archivedAt: now }
  await queries.createArchive(db, archive)
  const deletedRows = await queries.deleteSegment(db, archive)
  if (deletedRows !== archive.toSeal - fromSeal + 1)
    throw new Error(`${deletedRows} rows would be removed for the archive ${file}, which holds others`)
  await createAudit(db, {
    applicationName: APPLICATION_NAME,
    userEmail: 'Aviary retention',
    actionName: 'Archive Audit Log',
    createdDate: now,
    context: { from_seal: fromSeal, to_seal: archive.toSeal, file, sha256 },
  })
  return archive
}

type SegmentStart = { start: ChainEnd; cutOff: number; limit: number }

/**
 * Lines of the chain from `start` up to the first row that is not older than `cutOff`. Throws if the chain is
 * broken, so that archiving does not hide tampering.
 */
async function* linesFrom(
  db: Db,
  { start, cutOff, limit }: SegmentStart,
): AsyncGenerator<ArchiveLine, undefined> {
  let end = start
  let count = 0
  while (count < limit) {
    const links = await queries.listLinks(db, end.sealNo, Math.min(LINKS_AT_ONCE, limit - count))
    for (const { sealNo, hash, row, pkey } of links) {
      if (row && Date.parse(row.created_date) >= cutOff) return
      if (!row || sealNo !== end.sealNo + 1 || hashAfter(end.hash, sealNo, row) !== hash)
        throw new Error(
          `The chain of the audit log breaks at row ${pkey}: nothing is archived, see aviary audit verify`,
        )
      yield { seal_no: sealNo, hash, ...row }
      end = { sealNo, hash }
    }
    count += links.length
    if (links.length === 0) return
  }
}
