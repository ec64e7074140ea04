import type { UnknownName } from '@aviary/contract/ingest/schemas'
import { InvalidInput } from '../../http/errors.ts'
import type { RecordFault } from '../../http/read-batch.ts'
import type { KnownNames, NameList } from './known-names.ts'

const MAX_REPORTED = 20

/** Holds the fault of each record, so that an importer can name the row and an API answer the element. */
export class InvalidRecords extends InvalidInput {
  readonly faults: readonly RecordFault[]
  constructor(faults: readonly RecordFault[]) {
    const reported = faults.slice(0, MAX_REPORTED).map(({ index, path, message }) => ({
      path: ['body.records', index, ...(path ? [path] : [])].join('.'),
      message,
    }))
    const moreCount = faults.length - reported.length
    const detail = reported.map(({ path, message }) => `${path}: ${message}`).join('; ')
    super(moreCount > 0 ? `${detail}; and ${moreCount} more` : detail, reported)
    this.faults = faults
  }
}

/** Turns a sender's names into system names, each once. Names that nothing has become faults of the record. */
export type ToSystemNames = {
  services: (names: readonly string[]) => string[]
  dataCenters: (names: readonly string[]) => string[]
}

/** The records with the system names of their services and data centers. Throws {@link InvalidRecords}. */
export function toKnownRecords<R>(
  records: readonly R[],
  known: KnownNames,
  rename: (record: R, toSystemNames: ToSystemNames) => R,
): R[] {
  const faults: RecordFault[] = []
  const renamed = records.map((record, index) => {
    const find = (list: NameList, kind: UnknownName['kind']) => (names: readonly string[]) => [
      ...new Set(
        names.flatMap((name) => {
          const found = list.find(name)
          if (found === undefined) faults.push(toFault(index, { kind, name }))
          return found ?? []
        }),
      ),
    ]
    return rename(record, {
      services: find(known.services, 'service'),
      dataCenters: find(known.dataCenters, 'data center'),
    })
  })
  if (faults.length > 0) throw new InvalidRecords(faults)
  return renamed
}

const toFault = (index: number, unknown: UnknownName): RecordFault => ({
  index,
  message: `unknown ${unknown.kind} '${unknown.name}'`,
  unknown,
})
