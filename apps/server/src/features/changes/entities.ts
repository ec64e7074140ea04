import type { ChangeEntity, searchChangeEntity } from '@aviary/contract/changes/endpoints'
import type { InputOf } from '@aviary/contract/endpoint'
import type { Db } from '../../database/open.ts'
import { findCis, findPlaces } from './queries.ts'
import { SEARCH_MOST_MS, withinTime } from './search/within-time.ts'

type Asked = InputOf<typeof searchChangeEntity>['body']

/** Places come from the reference lists, whether or not a change names them; of CIs nothing else is known than changes. */
export const findEntities = (
  db: Db,
  { entity, search_text: text, limit: most }: Asked,
): Promise<ChangeEntity[]> =>
  withinTime(db, SEARCH_MOST_MS, (limited) =>
    entity === 'cis' ? findCis(limited.db, { text, most }) : findPlaces(limited.db, entity, { text, most }),
  )
