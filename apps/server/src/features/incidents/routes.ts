import { AFFECTED_COMPANIES_PAGES } from '@aviary/contract/constants'
import {
  getIncidentByJiraId,
  getIncidentTeam,
  listAffectedCompanies,
  listIncidents,
} from '@aviary/contract/incidents/endpoints'
import { incidentTeam } from '@aviary/contract/incidents/schemas'
import type { Db } from '../../database/open.ts'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { presentIncidents, presentWithoutMessages } from './present.ts'
import {
  findAffectedCompanies,
  findIncident,
  findIncidents,
  findNextBoundary,
  type IncidentRow,
} from './queries.ts'

async function demandIncident(db: Db, jiraId: string): Promise<IncidentRow> {
  const found = await findIncident(db, jiraId)
  if (!found) throw new NotFound(`There is no incident ${jiraId}`)
  return found
}

/** One row more than asked for tells whether there is more. */
function page<T>(rows: T[], size: number): { rows: T[]; hasMore: boolean } {
  return { rows: rows.slice(0, size), hasMore: rows.length > size }
}

const teamOf = (row: IncidentRow) =>
  incidentTeam.parse({ jira_info: row.jiraInfo, slack_info: row.slackInfo })

export const incidentRoutes: Route[] = [
  serveFromMemory(listIncidents, ['incidents', 'reference'], async (query, db, now) => {
    const size = query.response_size
    const found = await findIncidents(db, {
      isActive: query.active,
      now,
      startAt: query.start_at,
      size: size + 1,
    })
    const { rows, hasMore } = page(found, size)
    const boundary = await findNextBoundary(db, now)
    const present = query.messages ? presentIncidents : presentWithoutMessages
    return {
      answer: { payload: await present(db, rows, query.locale), more_results: hasMore },
      ...(boundary ? { until: boundary.getTime() } : {}),
    }
  }),

  serveFromMemory(getIncidentByJiraId, ['incidents', 'reference'], async (query, db) => {
    const row = await demandIncident(db, query.jira_id)
    const [presented] = await presentIncidents(db, [row], query.locale)
    if (!presented) throw new NotFound(`There is no incident ${query.jira_id}`)
    const affected = await findAffectedCompanies(db, row.incidentId, {
      startAt: 0,
      size: AFFECTED_COMPANIES_PAGES.first,
    })
    const payload = { ...presented, ...teamOf(row), affected_companies: affected, cis: row.cis }
    return { answer: { payload } }
  }),

  serve(getIncidentTeam, async ({ db, params }) => teamOf(await demandIncident(db, params.id))),

  serve(listAffectedCompanies, async ({ db, query }) => {
    const { incidentId } = await demandIncident(db, query.jira_id)
    const size = query.response_size
    const found = await findAffectedCompanies(db, incidentId, { startAt: query.start_at, size: size + 1 })
    const { rows, hasMore } = page(found, size)
    return { companies: rows, more_results: hasMore }
  }),
]
