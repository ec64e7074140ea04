import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { Db } from '../../../../database/open.ts'
import { keyOfName } from '../../name-key.ts'
import { isAliasedKind, SENDERS_KINDS } from '../kinds.ts'
import * as queries from './queries.ts'

/** Removes from the list of unknown names those that these records now have. */
export async function forgetKnownNames(db: Db, records: readonly ReferenceRecord[]): Promise<void> {
  const known = new Set(records.flatMap(namesOf))
  if (known.size === 0) return
  const rows = await queries.listUnknownNames(db)
  const found = rows.filter(({ kind, name }) => known.has(idOf(kind, name)))
  if (found.length > 0) await queries.deleteUnknownNames(db, found)
}

function namesOf(record: ReferenceRecord): string[] {
  // Reports for a retired record are still refused, so its names stay in the list of unknown names.
  if (!isAliasedKind(record.kind) || record.is_retired === 'Y') return []
  const kind = SENDERS_KINDS[record.kind]
  const aliases = 'aliases' in record ? record.aliases : []
  return [record.key, record.name, ...aliases].map((name) => idOf(kind, name))
}

const idOf = (kind: queries.UnknownNameRecord['kind'], name: string): string =>
  `${kind} ${keyOfName(kind === 'data center' ? 'data_center' : kind, name)}`
