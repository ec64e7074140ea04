import { APPLICATION_NAME } from '@aviary/contract/constants'
import type * as endpoints from '@aviary/contract/ingest/endpoints'
import type { Clock } from '../../clock.ts'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { createAudit } from '../../features/audit/public.ts'
import type { SiteLinks } from '../../features/published/public.ts'
import { getKnownNames } from '../../features/reference/public.ts'
import { refreshStatus } from '../../features/status/public.ts'
import { importRows } from './import-rows.ts'
import { KINDS, type Kind, type KindName } from './kinds.ts'
import { type Format, readRows } from './read-rows.ts'

export type FileImport = {
  kind: KindName
  source: AsyncIterable<Buffer>
  format: Format
  /** Name of the file in the audit row. */
  name: string
  /** Importer as in the audit row: `cli:<user>`. */
  author: string
  links: SiteLinks
  onProgress?: (rows: number) => void
}

/**
 * Imports one file completely or not at all: one transaction with its audit row. Servers on this database are
 * notified at the commit. Throws UnreadableFile and ImportRefused.
 */
export async function importFile(db: Db, clock: Clock, file: FileImport): Promise<endpoints.IngestCounts> {
  const kind: Kind = KINDS[file.kind]
  return db.transaction(async (transaction) => {
    const now = clock()
    const known = await getKnownNames(transaction)
    const context = { known, now, author: file.author, outside: db }
    const rows = readRows(file.source, file.format, kind)
    const progress = file.onProgress ? { onProgress: file.onProgress } : {}
    const finish = await kind.prepare?.(transaction)
    const counts = await importRows(transaction, { rows, kind, context, ...progress })
    await finish?.()
    const changed = kind.movesStatus ? await refreshStatus(transaction, { links: file.links, now }) : []
    await createAudit(transaction, {
      applicationName: APPLICATION_NAME,
      userEmail: file.author,
      actionName: kind.actionName,
      createdDate: now,
      context: { file: file.name, ...counts },
    })
    const topics = new Set([...kind.topics, ...changed])
    await announce(transaction, { topics: [...topics], sessions: [] })
    return counts
  })
}
