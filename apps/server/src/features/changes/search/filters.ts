import {
  type ChangeType,
  ENTITY_KINDS,
  SEARCHED_FIELDS,
  type SearchType,
  type SortColumn,
} from '@aviary/contract/changes/rules'
import type { changeSearch } from '@aviary/contract/changes/schemas'
import type { z } from 'zod'
import type { Db } from '../../../database/open.ts'
import { findMarks, type MarkFilter } from '../queries.ts'

/** Milliseconds since 1970; both ends are included. */
export type TimeRange = { start: number | undefined; end: number | undefined }

export type SearchFilters = TimeRange & {
  changeType: ChangeType
  /** One filter for each kind of name in the search, rarest first. A change must match all of them. */
  marks: readonly MarkFilter[]
  /** Whether the first filter matches so few changes that reading the lists of its marks is the quickest plan. */
  byMarks: boolean
  keyword: Keyword | undefined
}

export type Keyword = {
  text: string
  searchType: SearchType
  /** Columns that are searched. */
  fields: readonly string[]
  /**
   * Whether each match in `search_text` must also match in a column. `search_text` holds all columns, one per
   * line, and a line `owner/repo`, which is `/` without a repository. So keywords with a line feed or slash,
   * and searches of single columns, would find too much.
   */
  needsRecheck: boolean
}

/** Above this fraction of all changes, scanning all changes in time order is quicker than reading lists of marks. */
const MAX_SHARE_BY_MARKS = 0.1

type Search = z.output<typeof changeSearch> & { sort_by?: SortColumn }

/**
 * Resolves the filters of a search; undefined if no change can match, because no change has a name that one of the
 * filters asks for.
 */
export async function readFilters(
  db: Db,
  { search_params, change_type, sort_by = 'effective_at' }: Search,
): Promise<SearchFilters | undefined> {
  const keyword = toKeyword(search_params.keyword, search_params.search_type)
  // Order used if there are no statistics: CIs are rarer than services, and services rarer than data centers.
  const kinds = ENTITY_KINDS.toReversed().filter((kind) => search_params[kind].length > 0)
  const names = kinds.map((kind) => ({ kind, names: search_params[kind] }))
  const needsShare = keyword !== undefined || kinds.length > 1 || sort_by !== 'effective_at'
  const { marks, share } =
    kinds.length > 0 ? await findMarks(db, names, { changeType: change_type, needsShare }) : NO_MARKS
  if (marks.some(({ markIds }) => markIds.length === 0)) return undefined
  return {
    changeType: change_type,
    start: search_params.date_range_start,
    end: search_params.date_range_end,
    marks,
    byMarks: marks.length > 0 && share < MAX_SHARE_BY_MARKS,
    keyword,
  }
}

const NO_MARKS = { marks: [], share: 1 }

function toKeyword(text: string, searchType: SearchType): Keyword | undefined {
  if (text === '') return undefined
  const needsRecheck = searchType !== 'any' || /[\n/]/.test(text)
  return { text, searchType, fields: SEARCHED_FIELDS[searchType], needsRecheck }
}

/** Three ASCII letters or digits in a row: a trigram in every PostgreSQL locale. */
export const hasTrigram = ({ text }: Keyword): boolean => /[a-z0-9]{3}/i.test(text)

/** Three letters or digits of any script; whether they are a trigram depends on the locale of the database. */
export const possibleTrigram = ({ text }: Keyword): string | undefined => /[\p{L}\p{N}]{3}/u.exec(text)?.[0]
