import { createHash } from 'node:crypto'
import type { ChangeRecord } from '@aviary/contract/changes/record'
import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { NewChange } from './queries.ts'

export type Row = NewChange & Pick<ChangeRecord, 'change_type' | (typeof ENTITY_KINDS)[number]>

/** A record as it is stored: with its key, each name once, and the digest by which the same record is known again. */
export function toRow(record: ChangeRecord): Row {
  const { key, ...told } = record
  const row = { ...told, source_key: key ?? record.ticket_id ?? '' }
  for (const kind of ENTITY_KINDS) row[kind] = [...new Set(record[kind])]
  return { ...row, record_hash: createHash('sha256').update(JSON.stringify(row)).digest('base64url') }
}

/** What tells one change from another: the source and its key, as one text. */
export const keyOf = (row: { source: string; source_key: string }): string =>
  JSON.stringify([row.source, row.source_key])
