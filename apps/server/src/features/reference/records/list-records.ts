import { type ReferenceRecord, referenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import { toYesNo } from '@aviary/contract/rules'
import type { Db } from '../../../database/open.ts'
import { requireFound } from '../../../http/edits.ts'
import { isAliasedKind, isCreatedKind, WORDS } from './kinds.ts'
import * as queries from './queries.ts'
import { listUsedKeys } from './usage/queries.ts'

/** All records of a kind in list order, retired ones last. */
export async function listRecords(db: Db, kind: ReferenceKind): Promise<ReferenceRecord[]> {
  const rows = await queries.listRows(db, kind)
  const aliases = isAliasedKind(kind) ? await queries.listAliases(db, kind) : undefined
  const used = isCreatedKind(kind) ? await listUsedKeys(db, kind) : undefined
  return rows.map(({ key, name, version, is_retired, more }) =>
    referenceRecord.parse({
      kind,
      key,
      name,
      version,
      is_retired: toYesNo(is_retired),
      // Records of a fixed kind always count as used, because the product itself names them.
      is_used: toYesNo(used?.has(key) ?? true),
      ...(aliases ? { aliases: aliases.get(key) ?? [] } : {}),
      ...more,
      ...('email_fields' in more ? { email_fields: withTranslations(more.email_fields) } : {}),
    }),
  )
}

/** Adds missing translations: a field in an imported file may have none. */
const withTranslations = (fields: unknown): unknown[] =>
  Array.isArray(fields) ? fields.map((field) => ({ translations: {}, ...field })) : []

export const requireRecord = (
  records: readonly ReferenceRecord[],
  kind: ReferenceKind,
  key: string,
): ReferenceRecord =>
  requireFound(
    records.find((record) => record.key === key),
    `${WORDS[kind]} '${key}'`,
  )
