import * as endpoints from '@aviary/contract/changes/endpoints'
import { CHANGES_MAX_EXPORTED } from '@aviary/contract/constants'
import { type Route, serve, serveDownload } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { listEntities } from './entities.ts'
import { exportChanges } from './export.ts'
import * as queries from './queries.ts'
import { notePages } from './search/note-pages.ts'
import { findAllIds, searchChanges } from './search/run.ts'
import { getChangeTimeline } from './timeline/timeline.ts'

export const changeRoutes: Route[] = [
  serve(endpoints.searchChanges, async ({ db, body }) => {
    const answer = await searchChanges(db, body)
    notePages(db, body, answer)
    return answer
  }),

  serveDownload(endpoints.exportChanges, async ({ db, query, now }) => {
    const { change_type, sort_by, sort_direction, ...search_params } = query
    // Searches before the answer begins, so that a search that takes too long is refused instead of
    // truncating the file.
    const search = { change_type, sort_by, sort_direction, search_params }
    const ids = await findAllIds(db, search, CHANGES_MAX_EXPORTED)
    return {
      name: `changes-${change_type}-${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      chunks: exportChanges(db, ids),
    }
  }),

  serve(endpoints.searchChangeEntity, async ({ db, body }) => ({ entities: await listEntities(db, body) })),

  serve(endpoints.getChangeTimeline, (call) => getChangeTimeline(call, call.body)),

  serve(endpoints.getChange, async ({ db, params }) => {
    const [change] = await queries.listChanges(db, [params.change_id])
    if (!change) throw new NotFound(`There is no change ${params.change_id}`)
    return { change }
  }),
]
