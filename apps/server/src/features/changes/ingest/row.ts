import { createHash } from 'node:crypto'
import type { ChangeRecord } from '@aviary/contract/changes/record'
import { ENTITY_KINDS } from '@aviary/contract/changes/rules'
import type { NewChange } from './queries.ts'

export type Row = NewChange & Pick<ChangeRecord, 'change_type' | (typeof ENTITY_KINDS)[number]>

/**
 * Converts a record to a row: adds its key and a hash that detects unchanged records, and removes duplicate
 * names.
 */
export function toRow(record: ChangeRecord): Row {
  const { key, ...fields } = record
  const row = { ...fields, source_key: key ?? record.ticket_id ?? '' }
  for (const kind of ENTITY_KINDS) row[kind] = [...new Set(record[kind])]
  return { ...row, record_hash: createHash('sha256').update(JSON.stringify(row)).digest('base64url') }
}

/** Identifies a change: its source and key as one string. */
export const toChangeKey = (row: { source: string; source_key: string }): string =>
  JSON.stringify([row.source, row.source_key])
