import type {
  deleteReferenceRecord,
  orderReferenceRecords,
  retireReferenceRecord,
} from '@aviary/contract/reference/record-endpoints'
import type { ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { YesNo } from '@aviary/contract/rules'
import type { Call } from '../../../http/call.ts'
import { Conflict } from '../../../http/errors.ts'
import { lockNamesAlone } from '../name-lock.ts'
import { faultOfRetiring } from './checks.ts'
import { finishWrite } from './finish-write.ts'
import { nameOf, topicsOf, WORDS } from './kinds.ts'
import { listRecords, requireRecord } from './list-records.ts'
import * as queries from './queries.ts'

export async function retireRecord(call: Call<typeof retireReferenceRecord>) {
  const { db, body, now } = call
  const { kind, key, is_retired } = body
  await queries.lockRecords(db)
  const records = await listRecords(db, kind)
  const before = requireRecord(records, kind, key)
  if (before.is_retired !== is_retired) {
    if (is_retired === 'Y') refuseNeeded(records, before)
    await queries.retireRow(db, { kind, key }, is_retired === 'Y' ? now : null)
  }
  return { record: await finishWrite(call, { kind, key, before }) }
}

export async function orderRecords(call: Call<typeof orderReferenceRecords>) {
  const { db, body } = call
  const { kind, keys } = body
  await queries.lockRecords(db)
  const records = await listRecords(db, kind)
  const before = keysOf(records, 'N')
  if (!isSameSet(before, keys))
    throw new Conflict(
      'Name every record that is not retired once: some were added or retired meanwhile. Load the list and order it again',
      records,
    )
  await queries.orderRows(db, kind, [...keys, ...keysOf(records, 'Y')])
  call.audit({ kind, before, after: keys })
  call.changed(...topicsOf(kind))
  return { records: await listRecords(db, kind) }
}

const keysOf = (records: readonly ReferenceRecord[], isRetired: YesNo): string[] =>
  records.filter((record) => record.is_retired === isRetired).map(({ key }) => key)

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length &&
  new Set(others).size === others.length &&
  others.every((key) => some.includes(key))

export async function deleteRecord(call: Call<typeof deleteReferenceRecord>) {
  const { db, body } = call
  const { kind, key } = body
  await queries.lockRecords(db)
  await lockNamesAlone(db)
  const records = await listRecords(db, kind)
  const before = requireRecord(records, kind, key)
  if (before.is_used === 'Y')
    throw new Conflict(`Something names ${nameOf(before)}: it can be retired, but not deleted`, before)
  refuseNeeded(records, before)
  if (records.length === 1)
    throw new Conflict(`There is no other ${WORDS[kind]}: retire this one instead of deleting it`, before)
  await queries.deleteRow(db, { kind, key })
  call.audit({ kind, key, before, after: null })
  call.changed(...topicsOf(kind))
  return { key }
}

/** Throws Conflict for a root-cause alert type, and for the last record in use of a kind that forms need. */
function refuseNeeded(records: readonly ReferenceRecord[], record: ReferenceRecord): void {
  const reason = faultOfRetiring(records, record)
  if (reason) throw new Conflict(reason, record)
}
