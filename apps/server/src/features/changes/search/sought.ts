import { ENTITY_KINDS, type SortColumn } from '@aviary/contract/changes/rules'
import type { changeSearch } from '@aviary/contract/changes/schemas'
import type { z } from 'zod'
import type { Db } from '../../../database/open.ts'
import { keywordOf } from './keyword.ts'
import type { Sought } from './queries.ts'
import * as queries from './queries.ts'
import type { Way } from './within-time.ts'

/** Of names that stand in more of the changes than this, going through all changes in the order of time is quicker. */
const MOST_SHARE_FOR_LIST = 0.1

type Asked = z.output<typeof changeSearch> & { sort_by?: SortColumn }

/** What a call looks for; undefined when nothing can be found, because no change has one of the names. */
export async function readSought(
  db: Db,
  { search_params, change_type, sort_by = 'effective_at' }: Asked,
): Promise<Sought | undefined> {
  const keyword = keywordOf(search_params.keyword, search_params.search_type)
  // CIs are rarer than services, and these than data centers: the order where the statistics know nothing.
  const kinds = ENTITY_KINDS.toReversed().filter((kind) => search_params[kind].length > 0)
  const wanted = kinds.map((kind) => ({ kind, names: search_params[kind] }))
  const counts = keyword !== undefined || kinds.length > 1 || sort_by !== 'effective_at'
  const { named, share } =
    kinds.length > 0
      ? await queries.findNamed(db, wanted, { changeType: change_type, counts })
      : NOTHING_NAMED
  if (named.some(({ markIds }) => markIds.length === 0)) return undefined
  return {
    changeType: change_type,
    start: search_params.date_range_start,
    end: search_params.date_range_end,
    named,
    goesByList: named.length > 0 && share < MOST_SHARE_FOR_LIST,
    keyword,
  }
}

const NOTHING_NAMED = { named: [], share: 1 }

/** How all that is sought is found, in whichever order. */
export const wayOf = ({ goesByList }: Sought): Way => (goesByList ? 'any' : 'scan')
