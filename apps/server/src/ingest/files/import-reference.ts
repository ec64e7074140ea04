import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { Clock } from '../../clock.ts'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { createAudit } from '../../features/audit/public.ts'
import { type ImportedReference, importReferenceLines, topicsOf } from '../../features/reference/public.ts'
import type { FileImport } from './import-file.ts'
import { ImportRefused } from './import-rows.ts'
import { readJsonLines } from './read-json-lines.ts'

/** If an import changes more records, it writes several audit rows. */
const CHANGES_PER_AUDIT_ROW = 500

export type ReferenceImport = Pick<FileImport, 'source' | 'name' | 'author'> & {
  internalDomains: readonly string[]
}
export type ReferenceCounts = { created: number; updated: number; deleted: number; unchanged: number }

/**
 * Imports a file of reference data, completely or not at all: one transaction with its audit rows. Servers on
 * this database are notified at the commit. Throws UnreadableFile and ImportRefused.
 */
export async function importReference(db: Db, clock: Clock, file: ReferenceImport): Promise<ReferenceCounts> {
  return db.transaction(async (transaction) => {
    const now = clock()
    const { internalDomains } = file
    const rows = readJsonLines(file.source)
    const imported = await importReferenceLines(transaction, rows, { now, internalDomains })
    if (Array.isArray(imported)) throw new ImportRefused(imported)
    const counts = count(imported)
    await createAudits(transaction, { file, now, counts, imported })
    const { changes, reordered } = imported
    const kinds = [...reordered, ...changes.map(({ kind }) => kind)]
    const topics = [...new Set(kinds.flatMap(topicsOf))]
    await announce(transaction, { topics, sessions: [] })
    return counts
  })
}

type Audited = { file: ReferenceImport; now: Date; counts: ReferenceCounts; imported: ImportedReference }

async function createAudits(db: Db, { file, now, counts, imported }: Audited): Promise<void> {
  const { changes, reordered } = imported
  const rows = Math.max(1, Math.ceil(changes.length / CHANGES_PER_AUDIT_ROW))
  for (let row = 1; row <= rows; row += 1) {
    const changesOfRow = changes.slice((row - 1) * CHANGES_PER_AUDIT_ROW, row * CHANGES_PER_AUDIT_ROW)
    await createAudit(db, {
      applicationName: APPLICATION_NAME,
      userEmail: file.author,
      actionName: 'Import Reference',
      createdDate: now,
      context: { file: file.name, ...counts, reordered, row, rows, changes: changesOfRow },
    })
  }
}

const count = ({ changes, unchanged }: ImportedReference): ReferenceCounts => ({
  created: changes.filter(({ before }) => before === null).length,
  updated: changes.filter(({ before, after }) => before !== null && after !== null).length,
  deleted: changes.filter(({ after }) => after === null).length,
  unchanged,
})
