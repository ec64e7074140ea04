import { ENTITY_KINDS, type EntityKind } from '@aviary/contract/changes/rules'
import { joinNames, splitNames } from '@aviary/contract/rules'
import { readId } from '../../shared/read-id.ts'
import { type ChangeSearch, DEFAULTS, type Filters, readSearch, searchTypeText } from './change-search.ts'

/** The query string as the router reads it. */
export type Query = Readonly<Record<string, unknown>>

const PARAMETERS = [
  'change_type',
  'search_type',
  'keywords',
  'relative_time_number',
  'relative_time_unit',
  'absolute_selected',
  'date_range_start',
  'date_range_end',
  'selected_data_centers',
  'selected_services',
  'selected_cis',
  'record_display_style',
  'sort_by',
  'sort_direction',
  'results_per_page',
  'page_number',
] as const
type Parameter = (typeof PARAMETERS)[number]

/**
 * Search of the query string; undefined without any parameter. Missing parameters take the defaults, not the saved
 * settings, so a link finds the same for everybody (spec 2 §2.1).
 */
export function readAddress(query: Query): ChangeSearch | undefined {
  if (!PARAMETERS.some((name) => query[name] !== undefined)) return undefined
  const text = (name: Parameter) => toText(query[name])
  return readSearch({
    changeType: text('change_type'),
    searchType: text('search_type'),
    keywords: text('keywords'),
    isAbsolute: text('absolute_selected'),
    relativeNumber: text('relative_time_number'),
    relativeUnit: text('relative_time_unit'),
    start: text('date_range_start'),
    end: text('date_range_end'),
    names: {
      data_centers: splitNames(text('selected_data_centers')),
      services: splitNames(text('selected_services')),
      cis: splitNames(text('selected_cis')),
    },
    style: text('record_display_style'),
    sortBy: text('sort_by'),
    sortDirection: text('sort_direction'),
    resultsPerPage: text('results_per_page'),
    page: text('page_number'),
  })
}

/**
 * Query string of a search. The change type is always included: without any parameter the saved settings would
 * apply.
 */
export function toAddress({ filters, display }: ChangeSearch): Record<string, unknown> {
  const defaults = DEFAULTS
  const texts: Partial<Record<Parameter, string>> = {
    change_type: filters.changeType,
    search_type: unlessDefault(searchTypeText(filters.searchType), defaults.filters.searchType),
    keywords: filters.keywords,
    relative_time_number: unlessDefault(String(filters.relativeNumber), defaults.filters.relativeNumber),
    relative_time_unit: unlessDefault(filters.relativeUnit, defaults.filters.relativeUnit),
    absolute_selected: unlessDefault(String(filters.isAbsolute), 'false'),
    date_range_start: String(filters.start ?? ''),
    date_range_end: String(filters.end ?? ''),
    ...Object.fromEntries(
      ENTITY_KINDS.map((kind: EntityKind) => [`selected_${kind}`, joinNames(filters.names[kind])]),
    ),
    record_display_style: unlessDefault(display.style, defaults.display.style),
    sort_by: unlessDefault(display.sortBy, defaults.display.sortBy),
    sort_direction: unlessDefault(display.sortDirection, defaults.display.sortDirection),
    results_per_page: unlessDefault(String(display.resultsPerPage), defaults.display.resultsPerPage),
    page_number: unlessDefault(String(display.page), defaults.display.page),
  }
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, toRouterValue(text)]),
  )
}

/** Key that is equal for equal filters. */
export const getFiltersKey = (filters: Filters): string =>
  JSON.stringify(toAddress({ filters, display: DEFAULTS.display }))

const unlessDefault = (text: string, usual: string | number): string => (text === String(usual) ? '' : text)

/** The router parses values that look like JSON; this restores the text. */
function toText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Turns texts such as `7` or `true` into values, because the router would put quotes around such strings. */
function toRouterValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const isPlain = typeof value === 'number' || typeof value === 'boolean'
    return isPlain && String(value) === text ? value : text
  } catch {
    return text // not JSON: written unchanged
  }
}

/** Id of the change whose details are open. */
export const readChangeId = (query: Query): number | undefined => readId(toText(query.change))
