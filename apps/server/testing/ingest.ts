import {
  ingestAffectedCompanies,
  ingestChanges,
  ingestCiDependencies,
  ingestCis,
  ingestCompanies,
  ingestIncidents,
  ingestStatus,
} from '@aviary/contract/ingest/endpoints'
import { SCOPES } from '@aviary/contract/scopes'
import { sql } from 'drizzle-orm'
import { changeMarks, changeRecords, markedChanges } from '../src/database/tables/changes.ts'
import { unknownNames } from '../src/database/tables/operations.ts'
import { callPlain, type TestApp } from './app.ts'

type Records = Record<string, unknown>[]

const ENDPOINT_OF = {
  incidents: ingestIncidents,
  affectedCompanies: ingestAffectedCompanies,
  companies: ingestCompanies,
  status: ingestStatus,
  changes: ingestChanges,
  cis: ingestCis,
  ciDependencies: ingestCiDependencies,
}

type Kind = keyof typeof ENDPOINT_OF

/** Sends records to the ingestion API with a token of every scope. */
export async function offer(server: TestApp, kind: Kind, records: Records) {
  const authorization = `Bearer ${await server.createToken([...SCOPES])}`
  return callPlain(server.app, ENDPOINT_OF[kind], { body: { records }, headers: { authorization } })
}

/** Ingests records through the ingestion API; throws if one is refused. */
export async function ingest(server: TestApp, kind: Kind, records: Records): Promise<void> {
  const result = await offer(server, kind, records)
  if (result.status !== 200 || result.body.refused > 0)
    throw new Error(`${kind} refused: ${JSON.stringify(result.problem)}`)
}

/** An open P1 incident as another system sends it. */
export const incidentRecord = (jiraId: string, fields: Record<string, unknown> = {}) => ({
  jira_id: jiraId,
  priority_type: 'P1',
  severity: 'OUTAGE',
  status: 'ACTIVE',
  details: `What happened in ${jiraId}`,
  affected_services: ['Expense'],
  data_centers: ['us2'],
  start_date: '2026-08-20T10:00:00Z',
  ...fields,
})

export const statusRecord = (fields: Record<string, unknown> = {}) => ({
  service: 'Travel',
  data_center: 'eu',
  status: 'PERFORMANCE',
  at: '2026-08-20T11:00:00Z',
  ...fields,
})

/** A finished manual change as another system sends it. */
export const changeRecord = (key: string, fields: Record<string, unknown> = {}) => ({
  source: 'test',
  key,
  change_type: 'manual',
  summary: `What was changed in ${key}`,
  actual_start: '2026-08-20T09:00:00Z',
  actual_end: '2026-08-20T09:30:00Z',
  services: ['Expense'],
  data_centers: ['us2'],
  ...fields,
})

/** A stored change by key; undefined if missing. Times are texts as on the wire. */
export async function storedChange(
  server: TestApp,
  key: string,
): Promise<Record<string, unknown> | undefined> {
  const result = await server.db.execute<{ change: Record<string, unknown> }>(sql`
    select to_jsonb(stored) - 'change_id' - 'record_hash' - 'search_text' as change
    from ${changeRecords} stored where source_key = ${key}`)
  return result.rows[0]?.change
}

/**
 * The changes of each mark: as computed from the changes (`should`) and as stored (`are`), in the same order
 * for comparison.
 */
export async function markedChangesOf(server: TestApp): Promise<{ should: unknown[]; are: unknown[] }> {
  const should = await server.db.execute(sql`
    select change_type, kind, name, effective_at, change_id from ${changeRecords} stored, lateral (
      select 'data_centers' as kind, unnest(data_centers) as name union all
      select 'services', unnest(services) union all select 'cis', unnest(cis)
    ) named order by 1, 2, 3, 4, 5`)
  const are = await server.db.execute(sql`
    select change_type, kind, name, effective_at, change_id
    from ${markedChanges} join ${changeMarks} using (mark_id) order by 1, 2, 3, 4, 5`)
  return { should: should.rows, are: are.rows }
}

/** Unknown names of a source: kind, name, and the number of records with the name. */
export async function unknownNamesOf(server: TestApp, source: string): Promise<unknown[][]> {
  const result = await server.db.execute<{ kind: string; name: string; records: string }>(sql`
    select kind, name, records from ${unknownNames} where source = ${source} order by kind, name`)
  return result.rows.map(({ kind, name, records }) => [kind, name, Number(records)])
}
