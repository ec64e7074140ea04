import type { createReferenceRecord } from '@aviary/contract/reference/record-endpoints'
import type { NewReferenceRecord, ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { Db } from '../../../database/open.ts'
import type { Call } from '../../../http/call.ts'
import { findKeyFault, findTranslationFaults, recordFault, refuseTakenNames } from './checks.ts'
import { finishWrite } from './finish-write.ts'
import { keyFromName } from './key-of-name.ts'
import { listRecords } from './list-records.ts'
import * as queries from './queries.ts'
import { insertRecord } from './write-record.ts'

export async function createRecord(call: Call<typeof createReferenceRecord>) {
  const { db, body } = call
  const { record } = body
  await queries.lockRecords(db)
  const records = await listRecords(db, record.kind)
  const key = await getKey(db, record, records)
  refuseTakenNames(records, { ...record, key })
  const fault = findKeyFault(records, record.kind, key)
  if (fault) throw recordFault(fault)
  const [first] = findTranslationFaults(record, await queries.listAllLanguages(db))
  if (first) throw recordFault(first)
  const created = await insertRecord(db, record, {
    key,
    position: await queries.nextPosition(db, record.kind),
  })
  return { record: await finishWrite(call, { kind: record.kind, key: created, before: null }) }
}

/**
 * Returns the key that was sent, or a key made from the name. For a comm type, whose key is an id, returns
 * its system name.
 */
async function getKey(
  db: Db,
  record: NewReferenceRecord,
  records: readonly ReferenceRecord[],
): Promise<string> {
  if ('key' in record && record.key !== undefined) return record.key
  const taken =
    record.kind === 'comm_type' ? await queries.listInternalNames(db) : records.map(({ key }) => key)
  return keyFromName(record.kind, record.name, taken)
}
