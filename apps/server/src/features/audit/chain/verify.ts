import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../../database/open.ts'
import { digestOf } from '../../../process/whole-file.ts'
import { type ArchiveLine, listArchiveFiles, readArchive } from './archive-file.ts'
import { type ErasedCounts, openErasureCheck } from './erasures.ts'
import { describeRow, type Findings, type Following, openFindings, openFollowing } from './follow.ts'
import { BEGINNING, type ChainEnd } from './hash.ts'
import type { Archive, Link } from './queries.ts'
import * as queries from './queries.ts'

const LINKS_AT_ONCE = 1_000
const MAX_UNKNOWN = 21

/**
 * Number and hash of a seal that an operator noted outside the database, to detect a chain that was replaced
 * or cut off.
 */
export type Anchor = { sealNo: number; hash: string }

export type Verdict = {
  findings: { texts: readonly string[]; count: number }
  sealed: number
  waiting: number
  archived: number
  /** Rows whose seal covers addresses themselves, which can therefore not be erased. */
  sealedWithAddresses: number
  erased: ErasedCounts
  end: ChainEnd
  /** Files in the folder that are archives by their name and not known to the database. */
  unknownFiles: readonly string[]
}

type VerifyOptions = { archives: string; expect?: Anchor | undefined }

/** Verifies the whole chain, first in the archives, then in the log, within one database snapshot. */
export const verifyAudit = (db: Db, options: VerifyOptions): Promise<Verdict> =>
  db.transaction((transaction) => verify(transaction, options), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })

async function verify(db: Db, { archives: folder, expect }: VerifyOptions): Promise<Verdict> {
  const findings = openFindings()
  const following = openFollowing(BEGINNING, findings)
  const anchor = openAnchor(expect, findings)
  const erasures = openErasureCheck(findings)
  let sealedWithAddresses = 0
  const follow = (link: Link) => {
    following.follow(link)
    anchor.check(link)
    erasures.check(link)
    if (link.row && !link.row.address_salts) sealedWithAddresses += 1
  }
  const archives = await queries.listArchives(db)
  for (const archive of archives)
    await followArchive(archive, {
      ...{ file: path.join(folder, archive.file), follow, following, findings, anchor },
    })
  const inArchives = following.end()
  const sealed = await followLog(db, inArchives.sealNo, follow)
  following.finish()
  anchor.finish(following.end())
  const erased = erasures.finish()
  for (const row of await queries.listUnknownRows(db, MAX_UNKNOWN))
    findings.add(
      `${describeRow(row)} has no seal and does not wait for one: it was put in, or its seal was removed`,
    )
  for (const pkey of await queries.listLostRows(db, MAX_UNKNOWN))
    findings.add(`row ${pkey} was removed while it waited for its seal`)
  return {
    findings,
    sealed,
    waiting: await queries.countWaiting(db),
    archived: inArchives.sealNo,
    sealedWithAddresses,
    erased,
    end: following.end(),
    unknownFiles: (await listArchiveFiles(folder)).filter(
      (name) => !archives.some(({ file }) => file === name),
    ),
  }
}

type Anchoring = ReturnType<typeof openAnchor>

/** Compares the seal that the operator noted with the same seal of the chain. */
function openAnchor(expect: Anchor | undefined, findings: Findings) {
  let isFound = false
  return {
    check: ({ sealNo, hash }: ChainEnd) => {
      if (isFound || sealNo !== expect?.sealNo) return
      isFound = true
      if (hash !== expect.hash)
        findings.add(
          `seal ${sealNo} is ${hash} and should be ${expect.hash}: the chain up to it is another one`,
        )
    },
    finish: (end: ChainEnd) => {
      if (!expect || isFound) return
      findings.add(
        end.sealNo < expect.sealNo
          ? `the chain ends in seal ${end.sealNo} and once had seal ${expect.sealNo}: its end was cut off`
          : `seal ${expect.sealNo} was not found`,
      )
    },
  }
}

async function followLog(db: Db, afterSeal: number, follow: (link: Link) => void): Promise<number> {
  let links: Link[] = []
  let count = 0
  let after = afterSeal
  do {
    links = await queries.listLinks(db, after, LINKS_AT_ONCE)
    for (const link of links) follow(link)
    count += links.length
    after = links.at(-1)?.sealNo ?? after
  } while (links.length === LINKS_AT_ONCE)
  return count
}

type ArchiveParts = {
  file: string
  follow: (link: Link) => void
  following: Following
  findings: Findings
  anchor: Anchoring
}

async function followArchive(archive: Archive, parts: ArchiveParts): Promise<void> {
  const { file, following, findings, anchor } = parts
  const { fromSeal, toSeal, previousHash, lastHash } = archive
  const before = following.end()
  if (fromSeal !== before.sealNo + 1)
    findings.add(`the archive of seals ${before.sealNo + 1} to ${fromSeal - 1} is missing`)
  else if (previousHash !== before.hash)
    findings.add(`${archive.file} does not go on where the seal before it ended`)
  following.skipTo({ sealNo: fromSeal - 1, hash: previousHash })
  if (!existsSync(file)) findings.add(`the archive ${file} is missing`)
  else {
    if ((await digestOf(file)) !== archive.sha256)
      findings.add(`${archive.file} is not the file that was written`)
    await followFile(archive, parts)
    following.finish()
    const end = following.end()
    if (end.sealNo !== toSeal || end.hash !== lastHash)
      findings.add(
        `${archive.file} ends in seal ${end.sealNo} and not where it was written to end, in ${toSeal}`,
      )
  }
  const last = { sealNo: toSeal, hash: lastHash }
  following.skipTo(last)
  anchor.check(last)
}

async function followFile(archive: Archive, { file, follow, following, findings }: ArchiveParts) {
  try {
    for await (const line of readArchive(file)) follow(linkOf(line))
  } catch {
    findings.add(`${archive.file} cannot be read behind seal ${following.end().sealNo}`)
  }
}

const linkOf = ({ seal_no, hash, ...row }: ArchiveLine): Link => ({
  sealNo: seal_no,
  pkey: row.pkey,
  hash,
  row,
})
