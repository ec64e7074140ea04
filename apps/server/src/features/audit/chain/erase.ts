import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { digestOf } from '../../../process/whole-file.ts'
import { createAudit } from '../queries.ts'
import { isAddressOf, pseudonymOf, replaceAddresses } from './addresses.ts'
import { type ArchiveLine, readArchive, writeArchive } from './archive-file.ts'
import { ERASE_PERSON, NOTHING_ERASED, openTally, type Proof } from './erasures.ts'
import { erasedDigest, erasedSalt, maskRow, type SealedRow } from './hash.ts'
import type { Archive } from './queries.ts'
import * as queries from './queries.ts'
import { sealAll } from './seal.ts'

const SEALS_AT_ONCE = 2_000

/** `number` is that of the pseudonym; without one, rows are only counted. */
type Options = { email: string; number: number | undefined; archiveDir: string }

export type AuditErasure = {
  /** What the sealed row of the erasure has to say. */
  proof: Proof
  /** Rows with the address: those that lose it, and those that keep it because their seal covers the address. */
  rows: number
  keptRows: number
  /** Archives with such rows, by their names before. */
  archives: string[]
  /** Archives that are missing or not as they were written: nobody knows whether they have such rows. */
  unreadable: string[]
  written: { file: string; sha256: string }[]
  /**
   * Call outside the transaction after its end: removes the archives that are no longer used. Asks the database, since
   * a connection that is lost while it commits does not tell whether it did.
   */
  finish: (db: Db) => Promise<void>
}

/**
 * Erases somebody's address in the log and its archives: a pseudonym stands in its place, and the digest that the seal
 * covers in place of the salt. Locks out sealing and archiving until the transaction ends.
 */
export async function eraseFromAudit(db: Db, options: Options): Promise<AuditErasure> {
  const { email, number, archiveDir } = options
  if (number !== undefined) {
    await lockUntilEnd(db, 'archiving')
    await lockUntilEnd(db, 'sealing')
    await sealAll(db)
  }
  const erasing = openErasing(email, number)
  const outcome = { archives: [] as string[], unreadable: [] as string[], written: [] as Written[] }
  const fileOf = (name: string) => path.join(archiveDir, name)
  const remove = (names: readonly string[]) =>
    Promise.all(names.map((name) => rm(fileOf(name), { force: true })))
  const finish = async (after: Db) => {
    const listed = new Set((await queries.listArchives(after)).map(({ file }) => file))
    await remove(outcome.written.map(({ file, replaced }) => (listed.has(file) ? replaced : file)))
  }
  try {
    for (const archive of await queries.listArchives(db)) {
      if (!(await isWhole(fileOf(archive.file), archive))) outcome.unreadable.push(archive.file)
      else if (await erasing.countIn(fileOf(archive.file))) {
        outcome.archives.push(archive.file)
        const written = await erasing.rewrite(archive, archiveDir)
        if (!written) continue
        outcome.written.push(written)
        await queries.updateArchiveFile(db, archive.fromSeal, written)
      }
    }
    await eraseFromLog(db, erasing, email)
  } catch (error) {
    await remove(outcome.written.map(({ file }) => file))
    throw error
  }
  const proof = number === undefined ? undefined : erasing.tally.finish().get(pseudonymOf(number))
  const { rows, keptRows } = erasing.counts
  const { rows: _, addresses, digest } = proof ?? NOTHING_ERASED
  return { ...outcome, rows, keptRows, proof: { rows: proof?.rows ?? 0, addresses, digest }, finish }
}

type Written = { file: string; sha256: string; replaced: string }

/** The state of one erasure: what it has found and replaced so far, in the order of the chain. */
function openErasing(email: string, number: number | undefined) {
  const isTheirs = isAddressOf(email)
  const tally = openTally()
  const counts = { rows: 0, keptRows: 0 }
  const erase = (row: SealedRow) => eraseRow(row, isTheirs, pseudonymOf(number ?? 0))

  async function* erasedLines(file: string): AsyncGenerator<ArchiveLine> {
    for await (const line of readArchive(file)) {
      const whole = { ...line, ...erase(line) }
      tally.add(line.seal_no, whole)
      yield whole
    }
  }

  return {
    tally,
    counts,
    isDry: number === undefined,
    holds: (row: SealedRow) => maskRow(row).addresses.some(isTheirs),
    erase,
    /** Whether the archive has rows of the person. */
    countIn: async (file: string): Promise<boolean> => {
      let found = 0
      for await (const line of readArchive(file)) {
        if (!maskRow(line).addresses.some(isTheirs)) continue
        found += 1
        counts[erase(line) ? 'rows' : 'keptRows'] += 1
      }
      return found > 0
    },
    /** Writes the archive anew under another name, so that the old one stays valid until the commit. */
    rewrite: async ({ file }: Archive, folder: string): Promise<Written | undefined> => {
      if (number === undefined) return undefined
      const name = file.replace(/(-erased-\d+)?\.jsonl\.gz$/, `-erased-${number}.jsonl.gz`)
      const sha256 = await writeArchive(path.join(folder, name), erasedLines(path.join(folder, file)))
      return { file: name, sha256, replaced: file }
    },
  }
}

type Erasing = ReturnType<typeof openErasing>

/** The row with the pseudonym in place of the person's address; undefined if its seal does not allow that. */
function eraseRow(
  row: SealedRow,
  isTheirs: (address: string) => boolean,
  pseudonym: string,
): SealedRow | undefined {
  if (!row.address_salts) return undefined
  const salts = [...row.address_salts]
  let place = -1
  const replace = (address: string): string => {
    place += 1
    const salt = salts[place]
    if (salt === undefined || erasedDigest(salt) !== undefined || !isTheirs(address)) return address
    salts[place] = erasedSalt(salt, address)
    return pseudonym
  }
  const user_email = replaceAddresses(row.user_email, replace)
  const context = row.context === null ? null : replaceAddresses(row.context, replace)
  const erased = { ...row, user_email, context, address_salts: salts }
  const [before, after] = [maskRow(row), maskRow(erased)]
  // An address that is written without a gap behind other letters may be found elsewhere afterwards.
  return before.user === after.user && before.context === after.context ? erased : undefined
}

async function eraseFromLog(db: Db, erasing: Erasing, email: string): Promise<void> {
  const last = (await queries.getChainEnd(db))?.sealNo ?? 0
  let after = (await queries.listArchives(db)).at(-1)?.toSeal ?? 0
  for (; after < last; after += SEALS_AT_ONCE) {
    const found = (await queries.listLinksWith(db, email, { after, limit: SEALS_AT_ONCE })).filter(
      ({ row }) => erasing.holds(row),
    )
    const erased = found.flatMap(({ sealNo, row }) => {
      const changed = erasing.erase(row)
      return changed ? [{ sealNo, row: changed }] : []
    })
    const done = erasing.isDry
      ? new Set(erased.map(({ row }) => row.pkey))
      : await queries.eraseRows(
          db,
          erased.map(({ row }) => row),
        )
    for (const { sealNo, row } of erased) if (done.has(row.pkey)) erasing.tally.add(sealNo, row)
    erasing.counts.rows += done.size
    erasing.counts.keptRows += found.length - done.size
  }
  if (erasing.isDry) await countWaiting(db, erasing)
}

/** Rows that wait for their seal are sealed first when they are erased. */
async function countWaiting(db: Db, erasing: Erasing): Promise<void> {
  let rows: Awaited<ReturnType<typeof queries.listWaiting>> = []
  do {
    rows = await queries.listWaiting(db, rows.at(-1)?.pkey ?? 0, SEALS_AT_ONCE)
    erasing.counts.rows += rows.filter((row) => erasing.holds({ ...row, address_salts: null })).length
  } while (rows.length === SEALS_AT_ONCE)
}

const isWhole = async (file: string, { sha256 }: Archive): Promise<boolean> =>
  existsSync(file) && (await digestOf(file)) === sha256

type Recorded = {
  erasure: AuditErasure
  number: number
  author: string
  now: Date
  /** What else was erased; must not hold the address. */
  context: Record<string, unknown>
}

/** Writes the audit row that makes the erasure provable, and seals it in the same transaction. */
export async function recordErasure(
  db: Db,
  { erasure, number, author, now, context }: Recorded,
): Promise<void> {
  const { proof, keptRows, written } = erasure
  await createAudit(db, {
    applicationName: APPLICATION_NAME,
    userEmail: author,
    actionName: ERASE_PERSON,
    createdDate: now,
    context: {
      ...context,
      erased: pseudonymOf(number),
      audit: { ...proof, kept_rows: keptRows },
      archives: written.map(({ file, sha256 }) => ({ file, sha256 })),
    },
  })
  await sealAll(db)
}
