import { AFFECTED_COMPANIES_PAGES } from '@aviary/contract/constants'
import * as endpoints from '@aviary/contract/incidents/endpoints'
import { incidentTeam } from '@aviary/contract/incidents/schemas'
import { toYesNo } from '@aviary/contract/rules'
import { type Route, serve, serveFromMemory } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import { presentFollowUps } from '../follow-ups/public.ts'
import { presentRoles } from '../incident-roles/public.ts'
import { getStateOfIncident } from '../post-mortems/public.ts'
import { presentIncidents, presentWithoutMessages } from './present.ts'
import type { IncidentRow } from './queries.ts'
import * as queries from './queries.ts'
import { requireVisibleIncident } from './require-incident.ts'
import { updateOnStatusPage } from './update-on-status-page.ts'

const toTeam = (row: IncidentRow) =>
  incidentTeam.parse({ jira_info: row.jiraInfo, slack_info: row.slackInfo })

/** Next time at which the incident starts or ends without a write, in milliseconds since 1970. */
function getBoundary({ startDate, endDate }: IncidentRow, now: Date): number | undefined {
  if (!endDate || endDate < now) return undefined
  return startDate > now ? startDate.getTime() : endDate.getTime() + 1
}

/** `trackerUrl`: where issues of follow-ups are. */
export const incidentRoutes = (trackerUrl: string | undefined): Route[] => [
  serveFromMemory(endpoints.listIncidents, ['incidents', 'reference'], async (query, db, { now, sees }) => {
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listIncidents(db, {
        ...page,
        isActive: query.active,
        withInternal: sees('read:internal'),
        now,
      }),
    )
    const boundary = await queries.getNextBoundary(db, now)
    const present = query.messages ? presentIncidents : presentWithoutMessages
    return {
      answer: { payload: await present(db, rows, { locale: query.locale, now, sees }), more_results },
      ...(boundary ? { until: boundary.getTime() } : {}),
    }
  }),

  serveFromMemory(
    endpoints.getIncidentByJiraId,
    ['incidents', 'reference'],
    async (query, db, { now, sees }) => {
      const row = await requireVisibleIncident({ db, sees }, query.jira_id)
      const [presented] = await presentIncidents(db, [row], { locale: query.locale, now, sees })
      if (!presented) throw new Error('One row is one incident')
      const affected = await queries.listAffectedCompanies(db, row.incidentId, {
        startAt: 0,
        size: AFFECTED_COMPANIES_PAGES.first,
      })
      const payload = {
        ...{ ...presented, ...toTeam(row), affected_companies: affected, cis: row.cis },
        all_roles: await presentRoles(db, row.incidentId, sees),
        follow_ups: await presentFollowUps(db, row.incidentId, trackerUrl),
        post_mortem: await getStateOfIncident(db, row.incidentId),
        is_on_status_page: toYesNo(row.isOnStatusPage),
      }
      const until = getBoundary(row, now)
      return { answer: { payload }, ...(until ? { until } : {}) }
    },
  ),

  serve(endpoints.getIncidentTeam, async (call) =>
    toTeam(await requireVisibleIncident(call, call.params.id)),
  ),

  serve(endpoints.updateOnStatusPage, updateOnStatusPage),

  serve(endpoints.listAffectedCompanies, async (call) => {
    const { db, query } = call
    const { incidentId } = await requireVisibleIncident(call, query.jira_id)
    const { rows, more_results } = await readPage(query, (page) =>
      queries.listAffectedCompanies(db, incidentId, page),
    )
    return { companies: rows, more_results }
  }),
]
