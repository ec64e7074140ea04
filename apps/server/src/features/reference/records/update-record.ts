import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { updateReferenceRecord } from '@aviary/contract/reference/record-endpoints'
import type { EditedReferenceRecord, ReferenceRecord } from '@aviary/contract/reference/record-schemas'
import type { Call } from '../../../http/call.ts'
import { refuseOutdated } from '../../../http/edits.ts'
import {
  type FieldFault,
  faultOfAlertTypeName,
  findTranslationFaults,
  recordFault,
  refuseTakenNames,
} from './checks.ts'
import { finishWrite } from './finish-write.ts'
import { listRecords, requireRecord } from './list-records.ts'
import * as queries from './queries.ts'
import { updateRecord } from './write-record.ts'

export async function changeRecord(call: Call<typeof updateReferenceRecord>) {
  const { db, body } = call
  const { record } = body
  await queries.lockRecords(db)
  const records = await listRecords(db, record.kind)
  const before = requireRecord(records, record.kind, record.key)
  refuseOutdated(before, record.version)
  const [fault] = findEditFaults(before, record, await queries.listAllLanguages(db))
  if (fault) throw recordFault(fault)
  // The name of a priority is fixed by the specification, so it is not checked.
  if (record.kind !== 'priority')
    refuseTakenNames(
      records.filter((other) => other !== before),
      { ...before, ...record },
    )
  await updateRecord(db, { before, record }, call.now)
  return { record: await finishWrite(call, { kind: record.kind, key: record.key, before }) }
}

/** Lists the faults in an edited record, except names that another record has. */
export function findEditFaults(
  before: ReferenceRecord,
  record: EditedReferenceRecord,
  languages: readonly string[],
): FieldFault[] {
  if (record.kind === 'locale' && record.key === FALLBACK_LOCALE && record.is_active === 'N')
    return [
      { path: 'is_active', message: 'English stays on: it is shown where a text has no other language' },
    ]
  if (record.kind !== 'alert_type') return findTranslationFaults(record, languages)
  const message = faultOfAlertTypeName(before.name, record.name)
  return [...(message ? [{ path: 'name', message }] : []), ...findTranslationFaults(record, languages)]
}
