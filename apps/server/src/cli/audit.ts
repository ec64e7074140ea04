import path from 'node:path'
import { type Anchor, type Verdict, verifyAudit } from '../features/audit/public.ts'
import { configOf, type DatabaseOptions } from './database-options.ts'
import { withDatabase } from './with-database.ts'

export type VerifyOptions = DatabaseOptions & { expect?: string; archives?: string }

/** `aviary audit verify`. Exits with code 1 if audit rows or archives were added, changed or removed. */
export async function runAuditVerify(options: VerifyOptions): Promise<void> {
  const expect = options.expect === undefined ? undefined : readAnchor(options.expect)
  const config = configOf(options)
  const archives = path.resolve(options.archives ?? config.audit.archiveDir)
  await withDatabase(config, async (db) => printVerdict(await verifyAudit(db, { archives, expect })))
}

function printVerdict(verdict: Verdict): void {
  const { findings, unknownFiles } = verdict
  if (unknownFiles.length > 0)
    process.stderr.write(
      `Not archives of this log: ${unknownFiles.join(', ')}. A stop while archives were written can leave one, with addresses that were erased: remove it, unless archives are being written now\n`,
    )
  if (findings.count === 0) {
    process.stdout.write(`${summaryOf(verdict)}\n`)
    return
  }
  const more = findings.count - findings.texts.length
  const lines = [...findings.texts, ...(more > 0 ? [`… and ${more} more`] : [])]
  process.stderr.write(`The audit log is not what was sealed:\n${lines.join('\n')}\n`)
  process.exitCode = 1
}

function summaryOf({ sealed, waiting, archived, sealedWithAddresses, erased, end }: Verdict): string {
  const counts = [
    `${sealed} rows sealed`,
    `${waiting} waiting`,
    `${archived} in archives`,
    ...(sealedWithAddresses > 0 ? [`${sealedWithAddresses} sealed with their addresses`] : []),
    ...(erased.addresses > 0
      ? [
          `${erased.addresses} addresses of ${erased.people === 1 ? 'one person' : `${erased.people} people`} erased`,
        ]
      : []),
  ].join(', ')
  return end.hash === null ? `${counts}; no chain yet` : `${counts}; chain ends in ${end.sealNo}:${end.hash}`
}

const ANCHOR = /^([1-9]\d{0,15}):([\w-]{43})$/

function readAnchor(text: string): Anchor {
  const [, sealNo, hash] = ANCHOR.exec(text) ?? []
  if (!sealNo || !hash)
    throw new Error(
      '--expect takes what verify or the log said before: the number of a seal, a colon, its hash',
    )
  return { sealNo: Number(sealNo), hash }
}
