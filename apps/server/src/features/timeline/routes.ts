import * as endpoints from '@aviary/contract/timeline/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { requireVisibleIncident } from '../incidents/public.ts'
import { listEntries } from './list-entries.ts'

export const timelineRoutes: Route[] = [
  serve(endpoints.getTimeline, async (call) => {
    const incident = await requireVisibleIncident(call, call.query.jira_id)
    return { entries: await listEntries(call.db, incident, call) }
  }),
]
