import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import { readDemoChanges, readDemoIncidents } from '../read-demo-files.ts'

const MINUTE_MS = 60_000
const SHORTEST_MS = 15 * MINUTE_MS
const LONGEST_MS = 180 * MINUTE_MS
const FEWEST_MESSAGES = 3
const NEWEST_CHANGES = 500

/** Closed incidents of the demo data with enough messages and of a length that people can watch. */
export const readHistories = async (productKey: string): Promise<IncidentRecord[]> =>
  (await readDemoIncidents(productKey)).filter(({ start_date, end_date, messages }) => {
    const lasted = end_date ? Date.parse(end_date) - Date.parse(start_date) : 0
    return messages.length >= FEWEST_MESSAGES && lasted >= SHORTEST_MS && lasted <= LONGEST_MS
  })

/** The newest automated deployments of the demo data. */
export async function readDeployments(productKey: string): Promise<Record<string, unknown>[]> {
  const newest: Record<string, unknown>[] = []
  for await (const row of readDemoChanges(productKey)) {
    if (!('value' in row) || row.value.change_type !== 'auto') continue
    newest.push(row.value)
    if (newest.length > NEWEST_CHANGES) newest.shift()
  }
  return newest
}
