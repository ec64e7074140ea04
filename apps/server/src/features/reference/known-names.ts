import type { UnknownName } from '@aviary/contract/ingest/schemas'
import type { Db } from '../../database/open.ts'
import { InvalidInput } from '../../http/errors.ts'
import type { RecordFault } from '../../http/read-batch.ts'
import * as queries from './queries.ts'

export type KnownNames = { services: ReadonlySet<string>; dataCenters: ReadonlySet<string> }

export async function getKnownNames(db: Db): Promise<KnownNames> {
  const [services, dataCenters] = [await queries.listServices(db), await queries.listDataCenters(db)]
  return {
    services: new Set(services.map((row) => row.system_name)),
    dataCenters: new Set(dataCenters.map((row) => row.system_name)),
  }
}

const MAX_REPORTED = 20

/** Holds the fault of each record, so that an importer can report the file's row and an API the list's element. */
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

type RecordNames = { services: readonly string[]; dataCenters: readonly string[] }

/** Throws {@link InvalidRecords} with every unknown service and data center. */
export function refuseUnknown<R>(
  records: readonly R[],
  known: KnownNames,
  getNames: (record: R) => RecordNames,
): void {
  const faults: RecordFault[] = []
  records.forEach((record, index) => {
    const { services, dataCenters } = getNames(record)
    for (const name of services) {
      if (!known.services.has(name)) faults.push(toFault(index, { kind: 'service', name }))
    }
    for (const name of dataCenters) {
      if (!known.dataCenters.has(name)) faults.push(toFault(index, { kind: 'data center', name }))
    }
  })
  if (faults.length > 0) throw new InvalidRecords(faults)
}

const toFault = (index: number, unknown: UnknownName): RecordFault => ({
  index,
  message: `unknown ${unknown.kind} '${unknown.name}'`,
  unknown,
})
