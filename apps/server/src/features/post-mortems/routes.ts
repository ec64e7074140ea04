import * as endpoints from '@aviary/contract/post-mortems/endpoints'
import { type Route, serve, servePrepared } from '../../http/call.ts'
import type { MailSettings } from '../../mail/public.ts'
import { requireVisibleIncident } from '../incidents/public.ts'
import { compose } from './compose/compose.ts'
import { presentPostMortem } from './present.ts'
import * as queries from './queries.ts'
import { answerReview, createReviews, deleteReview } from './reviews.ts'
import {
  createPostMortem,
  noPostMortem,
  prepareCreation,
  prepareUpdate,
  requireWritable,
  updatePostMortem,
} from './write.ts'

export const postMortemRoutes = (settings: MailSettings): Route[] => [
  serve(endpoints.getPostMortem, async (call) => {
    const { db, query } = call
    const { incidentId, jiraId } = await requireVisibleIncident(call, query.jira_id)
    const row = await queries.getPostMortem(db, incidentId)
    if (!row && query.version !== undefined) throw noPostMortem(jiraId)
    return { post_mortem: row ? await presentPostMortem(db, { ...row, jiraId }, query.version) : null }
  }),

  serve(endpoints.listPostMortemVersions, async (call) => {
    const { db, query } = call
    const { incidentId } = await requireVisibleIncident(call, query.jira_id)
    const row = await queries.getPostMortem(db, incidentId)
    const versions = row ? await queries.listVersions(db, row.postMortemId) : []
    return {
      versions: versions.map(({ savedBy, savedAt, ...version }) => ({
        ...{ ...version, saved_by: savedBy, saved_date: savedAt.toISOString() },
      })),
    }
  }),

  serve(endpoints.getPostMortemNews, async (call) => {
    const { db, query, now } = call
    const incident = await requireWritable(call, query.jira_id)
    const row = await queries.getPostMortem(db, incident.incidentId)
    if (!row) throw noPostMortem(incident.jiraId)
    const { facts, lines } = await compose(db, incident, {
      ...{ now, locale: query.locale, known: row.knownEntries },
    })
    return { facts, lines }
  }),

  servePrepared(endpoints.createPostMortem, { prepare: prepareCreation, handle: createPostMortem }),
  servePrepared(endpoints.updatePostMortem, { prepare: prepareUpdate, handle: updatePostMortem }),
  serve(endpoints.createReviews, (call) => createReviews(call, settings)),
  serve(endpoints.deleteReview, deleteReview),
  serve(endpoints.answerReview, answerReview),
]
