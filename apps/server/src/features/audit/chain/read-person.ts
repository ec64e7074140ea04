import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../../database/open.ts'
import { isAddressOf } from './addresses.ts'
import { readArchive } from './archive-file.ts'
import { type AuditFields, maskRow } from './hash.ts'
import * as queries from './queries.ts'

const ROWS_AT_ONCE = 2_000

type Person = { email: string; archiveDir: string }

/** Audit rows in which an address is, of the archives, the log, and those that wait for their seal. */
export async function* readFromAudit(db: Db, { email, archiveDir }: Person): AsyncGenerator<object> {
  const isTheirs = isAddressOf(email)
  const holds = (row: AuditFields) => maskRow(row).addresses.some(isTheirs)
  const archives = await queries.listArchives(db)
  for (const { file } of archives) {
    if (!existsSync(path.join(archiveDir, file))) yield { archive: file, is_missing: true }
    else
      for await (const line of readArchive(path.join(archiveDir, file)))
        if (holds(line)) yield { ...toExport(line), archive: file }
  }
  const last = (await queries.getChainEnd(db))?.sealNo ?? 0
  for (let after = archives.at(-1)?.toSeal ?? 0; after < last; after += ROWS_AT_ONCE)
    for (const { row } of await queries.listLinksWith(db, email, { after, limit: ROWS_AT_ONCE }))
      if (holds(row)) yield toExport(row)
  let waiting: AuditFields[] = []
  do {
    waiting = await queries.listWaiting(db, waiting.at(-1)?.pkey ?? 0, ROWS_AT_ONCE)
    for (const row of waiting) if (holds(row)) yield toExport(row)
  } while (waiting.length === ROWS_AT_ONCE)
}

const toExport = ({
  pkey,
  application_name,
  user_email,
  action_name,
  created_date,
  context,
}: AuditFields) => ({
  ...{ pkey, application_name, user_email, action_name, created_date },
  context: context === null ? null : JSON.parse(context),
})
