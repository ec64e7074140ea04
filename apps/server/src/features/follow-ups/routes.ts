import * as endpoints from '@aviary/contract/follow-ups/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { readPage } from '../../http/paging.ts'
import { requireVisibleIncident } from '../incidents/public.ts'
import { presentFollowUp } from './present.ts'
import * as queries from './queries.ts'
import { createFollowUp, deleteFollowUp, updateFollowUp } from './write.ts'

/** `trackerUrl`: where issues of follow-ups are; undefined: nowhere. */
export const followUpRoutes = (trackerUrl: string | undefined): Route[] => [
  serve(endpoints.listFollowUps, async (call) => {
    const { db, query } = call
    const incident =
      query.jira_id === undefined ? undefined : await requireVisibleIncident(call, query.jira_id)
    const { rows, more_results } = await readPage(query, (page) =>
      incident
        ? queries.listOfIncident(db, incident.incidentId, page)
        : queries.listFollowUps(db, { ...page, isOpen: query.is_open }),
    )
    return { follow_ups: rows.map((row) => presentFollowUp(row, trackerUrl)), more_results }
  }),
  serve(endpoints.createFollowUp, (call) => createFollowUp(call, trackerUrl)),
  serve(endpoints.updateFollowUp, (call) => updateFollowUp(call, trackerUrl)),
  serve(endpoints.deleteFollowUp, (call) => deleteFollowUp(call, trackerUrl)),
]
