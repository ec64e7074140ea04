export const CHANGE_TYPES = ['manual', 'auto'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** Choices of where to search a keyword, named as in requests (spec 2 §2.1). */
export const SEARCH_TYPES = [
  'any',
  'master_approval_entity_id',
  'company_id',
  'description',
  'summary',
  'submitted_by',
  'catalog_type',
] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

/**
 * Aliases of search types: `opi` comes from query strings and stored settings, `owned_by` from people who
 * write links.
 */
export const SEARCH_TYPE_ALIASES: Readonly<Record<string, SearchType>> = {
  opi: 'master_approval_entity_id',
  owned_by: 'submitted_by',
}

/** Search types that apply to a change type: only auto changes have a catalog type. */
export const searchTypesOf = (changeType: ChangeType): readonly SearchType[] =>
  changeType === 'auto' ? SEARCH_TYPES : SEARCH_TYPES.filter((type) => type !== 'catalog_type')

/** Sort columns of the results. `effective_at`: when a change took effect, or is planned to. */
export const SORT_COLUMNS = [
  'effective_at',
  'ticket_id',
  'summary',
  'status',
  'submitted_by',
  'planned_start',
  'planned_end',
  'actual_start',
  'actual_end',
  'submitted_on',
] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

export const ENTITY_KINDS = ['data_centers', 'services', 'cis'] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

export const TIME_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

/** Times of a change as on the wire. */
type Times = {
  planned_start: string | null
  actual_start: string | null
  actual_end: string | null
  submitted_on: string | null
}

export type ChangeBadge = 'not_started' | 'in_progress' | 'completed'

/**
 * Badge of a change: completed with an actual end or a submission, in progress with only an actual start,
 * else not started (spec 2 §2.1).
 */
export function badgeOf(change: Omit<Times, 'planned_start'>): ChangeBadge {
  if (change.submitted_on || change.actual_end) return 'completed'
  return change.actual_start ? 'in_progress' : 'not_started'
}

/**
 * Text and time of the line that says how old a change is; `at` is null if the change has neither started nor been
 * planned.
 */
export type ChangeAge = { says: 'completed' | 'started' | 'planned_start' | 'not_started'; at: string | null }

export function ageOf(change: Times): ChangeAge {
  const completed = change.actual_end ?? change.submitted_on
  if (completed) return { says: 'completed', at: completed }
  if (change.actual_start) return { says: 'started', at: change.actual_start }
  if (change.planned_start) return { says: 'planned_start', at: change.planned_start }
  return { says: 'not_started', at: null }
}

/**
 * Fields that each search type searches. `any` also covers the ticket id and the GitHub fields, because
 * people paste ticket ids and commit hashes.
 */
export const SEARCHED_FIELDS = {
  any: [
    'ticket_id',
    'summary',
    'description',
    'submitted_by',
    'catalog_type',
    'master_approval_entity_id',
    'company_id',
    'github_owner',
    'github_repo',
    'github_sha',
    'github_tag',
  ],
  master_approval_entity_id: ['master_approval_entity_id'],
  company_id: ['company_id'],
  description: ['description'],
  summary: ['summary'],
  submitted_by: ['submitted_by'],
  catalog_type: ['catalog_type'],
} as const satisfies Record<SearchType, readonly string[]>

/** Columns of exported files, in their order (spec 2 §3). */
export const CHANGE_FIELDS = [
  'id',
  'ticket_id',
  'summary',
  'description',
  'status',
  'change_type',
  'catalog_type',
  'effective_at',
  'planned_start',
  'planned_end',
  'actual_start',
  'actual_end',
  'submitted_by',
  'submitted_on',
  'data_centers',
  'services',
  'cis',
  'master_approval_entity_id',
  'company_id',
  'github_owner',
  'github_repo',
  'github_sha',
  'github_tag',
] as const
export type ChangeField = (typeof CHANGE_FIELDS)[number]
