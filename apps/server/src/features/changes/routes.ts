import {
  getChange,
  getChangeTimeline,
  searchChangeEntity,
  searchChanges as searchChangesCall,
} from '@aviary/contract/changes/endpoints'
import { type Route, serve } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { findEntities } from './entities.ts'
import { findChanges } from './queries.ts'
import { searchChanges } from './search/search.ts'
import { findTimeline } from './timeline/timeline.ts'

export const changeRoutes: Route[] = [
  serve(searchChangesCall, ({ db, body }) => searchChanges(db, body)),

  serve(searchChangeEntity, async ({ db, body }) => ({ entities: await findEntities(db, body) })),

  serve(getChangeTimeline, ({ db, body }) => findTimeline(db, body)),

  serve(getChange, async ({ db, params }) => {
    const [change] = await findChanges(db, [params.change_id])
    if (!change) throw new NotFound(`There is no change ${params.change_id}`)
    return { change }
  }),
]
