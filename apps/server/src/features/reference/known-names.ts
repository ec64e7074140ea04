import type { Db } from '../../database/open.ts'
import { InvalidInput } from '../../http/errors.ts'
import { findDataCenters, findServices } from './queries.ts'

export type KnownNames = { services: ReadonlySet<string>; dataCenters: ReadonlySet<string> }

export async function findKnownNames(db: Db): Promise<KnownNames> {
  const [services, dataCenters] = [await findServices(db), await findDataCenters(db)]
  return {
    services: new Set(services.map((row) => row.system_name)),
    dataCenters: new Set(dataCenters.map((row) => row.system_name)),
  }
}

/** A fault of one record of a batch; `index` counts from 0 within the batch. */
export type RecordFault = { index: number; message: string }

/** Carries each record's fault, so that an importer can name the row and an API answer the element. */
export class InvalidRecords extends InvalidInput {
  readonly faults: readonly RecordFault[]
  constructor(faults: readonly RecordFault[]) {
    const told = faults.slice(0, 20).map(({ index, message }) => ({ path: `body.records.${index}`, message }))
    super(told.map(({ path, message }) => `${path}: ${message}`).join('; '), told)
    this.faults = faults
  }
}

type Named = { services: readonly string[]; dataCenters: readonly string[] }

/** Throws {@link InvalidRecords} that names every service and data center nobody knows. */
export function refuseUnknown<R>(
  records: readonly R[],
  known: KnownNames,
  named: (record: R) => Named,
): void {
  const faults: RecordFault[] = []
  records.forEach((record, index) => {
    const { services, dataCenters } = named(record)
    for (const name of services) {
      if (!known.services.has(name)) faults.push({ index, message: `unknown service '${name}'` })
    }
    for (const name of dataCenters) {
      if (!known.dataCenters.has(name)) faults.push({ index, message: `unknown data center '${name}'` })
    }
  })
  if (faults.length > 0) throw new InvalidRecords(faults)
}
