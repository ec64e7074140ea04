import type { Row } from '../csv/row.ts'
import type { Db } from '../database/open.ts'
import { importRows } from '../ingest/files/import-rows.ts'
import { type ImportContext, KINDS } from '../ingest/files/kinds.ts'
import { moveTime } from './move-times.ts'
import { readDemoChanges } from './read-demo-files.ts'
import type { CiLocations } from './seed-impact.ts'

type Parts = {
  productKey: string
  /** Milliseconds to add to every time. */
  move: number
  context: Omit<ImportContext, 'outside'>
}

/**
 * Seeds half a year of one provider's deployments, and manual changes; demo/README.md says which parts are
 * real.
 */
export async function seedDemoChanges(db: Db, { productKey, move, context }: Parts): Promise<CiLocations> {
  const locations = new Map<string, { services: Set<string>; dataCenters: Set<string> }>()
  const rows = recordLocations(moveTimes(readDemoChanges(productKey), move), locations)
  await importRows(db, { rows, kind: KINDS.changes, context: { ...context, outside: db } })
  return locations
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Passes rows on and records the services and data centers of each CI's changes. */
async function* recordLocations(
  rows: AsyncIterable<Row>,
  locations: Map<string, { services: Set<string>; dataCenters: Set<string> }>,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const { cis, services, data_centers } = 'value' in row ? row.value : {}
    for (const name of namesIn(cis)) {
      const known = locations.get(name) ?? { services: new Set(), dataCenters: new Set() }
      for (const service of namesIn(services)) known.services.add(service)
      for (const dataCenter of namesIn(data_centers)) known.dataCenters.add(dataCenter)
      locations.set(name, known)
    }
    yield row
  }
}

const TIMES = ['planned_start', 'planned_end', 'actual_start', 'actual_end', 'created_on']

/** Adds the same time span to every time of each row. */
async function* moveTimes(rows: AsyncIterable<Row>, by: number): AsyncGenerator<Row> {
  for await (const row of rows) {
    if ('value' in row)
      for (const name of TIMES) {
        const time = row.value[name]
        if (typeof time === 'string') row.value[name] = moveTime(time, by)
      }
    yield row
  }
}
