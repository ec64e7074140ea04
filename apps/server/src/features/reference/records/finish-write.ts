import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import type { Call } from '../../../http/call.ts'
import { topicsOf } from './kinds.ts'
import { listRecords, requireRecord } from './list-records.ts'
import { forgetKnownNames } from './unknown/forget.ts'

type Written = { kind: ReferenceKind; key: string; before: ReferenceRecord | null }

/**
 * Finishes the write of one record and returns the record: audits and announces the write, and removes the record's
 * names from the list of unknown names.
 */
export async function finishWrite(
  call: Pick<Call, 'db' | 'audit' | 'changed'>,
  { kind, key, before }: Written,
): Promise<ReferenceRecord> {
  const after = requireRecord(await listRecords(call.db, kind), kind, key)
  await forgetKnownNames(call.db, [after])
  call.audit({ kind, key, before, after })
  call.changed(...topicsOf(kind))
  return after
}
