import {
  ingestAffectedCompanies,
  ingestCompanies,
  ingestIncidents,
  ingestStatus,
} from '@aviary/contract/ingest/endpoints'
import { SCOPES } from '@aviary/contract/scopes'
import { callPlain, type TestApp } from './app.ts'

type Records = Record<string, unknown>[]

const ENDPOINT_OF = {
  incidents: ingestIncidents,
  affectedCompanies: ingestAffectedCompanies,
  companies: ingestCompanies,
  status: ingestStatus,
}

/** Takes records in through the ingestion API, and throws when they are refused. */
export async function takeIn(
  server: TestApp,
  kind: keyof typeof ENDPOINT_OF,
  records: Records,
): Promise<void> {
  const authorization = `Bearer ${await server.createToken([...SCOPES])}`
  const found = await callPlain(server.app, ENDPOINT_OF[kind], {
    body: { records },
    headers: { authorization },
  })
  if (found.status !== 200) throw new Error(`${kind} refused: ${JSON.stringify(found.problem)}`)
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
