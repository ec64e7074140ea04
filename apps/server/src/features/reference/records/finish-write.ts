import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { ReferenceKind } from '@aviary/contract/reference/rules'
import type { Call } from '../../../http/call.ts'
import { topicsOf } from './kinds.ts'
import { listRecords, requireRecord } from './list-records.ts'
import { forgetKnownNames } from './unknown/forget.ts'

type Written = { kind: ReferenceKind; key: string; before: ReferenceRecord | null }

/** Ends the write of one record: audits and announces it, and forgets unknown names that are known now. Returns the record. */
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
