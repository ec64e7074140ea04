import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { InputOf } from '@aviary/contract/endpoint'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'
import { SEARCH_TIMEOUT_MS, withTimeLimit } from './search/run.ts'

type EntitySearch = InputOf<typeof endpoints.searchChangeEntity>['body']

/**
 * Lists data centers and services from the reference lists, whether or not a change has them; CIs come from
 * changes only.
 */
export const listEntities = (
  db: Db,
  { entity, search_text: text, limit }: EntitySearch,
): Promise<endpoints.ChangeEntity[]> =>
  withTimeLimit(db, SEARCH_TIMEOUT_MS, async ({ db: transaction, setScanMethod }) => {
    if (entity !== 'cis') return queries.listPlaces(transaction, entity, { text, limit })
    await setScanMethod('index') // an index scan stops reading at the limit
    const matches = await queries.listCisStartingWith(transaction, { text, limit })
    const remaining = limit - matches.length
    return remaining > 0
      ? [...matches, ...(await queries.listCisContaining(transaction, { text, limit: remaining }))]
      : matches
  })
