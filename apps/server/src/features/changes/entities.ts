import type * as endpoints from '@aviary/contract/changes/endpoints'
import type { InputOf } from '@aviary/contract/endpoint'
import type { Db } from '../../database/open.ts'
import * as queries from './queries.ts'
import { SEARCH_TIMEOUT_MS, withinTime } from './search/run.ts'

type Asked = InputOf<typeof endpoints.searchChangeEntity>['body']

/** Places come from the reference lists, whether or not a change names them; of CIs nothing else is known than changes. */
export const listEntities = (
  db: Db,
  { entity, search_text: text, limit }: Asked,
): Promise<endpoints.ChangeEntity[]> =>
  withinTime(db, SEARCH_TIMEOUT_MS, async ({ db: transaction, setScanMethod }) => {
    if (entity !== 'cis') return queries.listPlaces(transaction, entity, { text, limit })
    await setScanMethod('index') // and no further than there is room
    const found = await queries.listCisThatStart(transaction, { text, limit })
    const room = limit - found.length
    return room > 0
      ? [...found, ...(await queries.listCisThatContain(transaction, { text, limit: room }))]
      : found
  })
