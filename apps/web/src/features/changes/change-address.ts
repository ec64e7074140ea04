import { ENTITY_KINDS, type EntityKind } from '@aviary/contract/changes/rules'
import { joinNames, splitNames } from '@aviary/contract/wire'
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
 * The search that an address asks for; undefined when it asks for none. What it does not say is as the defaults are, so
 * that it finds the same for everybody (spec 2 §2.1).
 */
export function readAddress(query: Query): ChangeSearch | undefined {
  if (!PARAMETERS.some((name) => query[name] !== undefined)) return undefined
  const text = (name: Parameter) => textOf(query[name])
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

/** What reads as this search. The change type is always said: an address that says nothing shows the saved settings. */
export function addressOf({ filters, display }: ChangeSearch): Record<string, unknown> {
  const usual = DEFAULTS
  const said: Partial<Record<Parameter, string>> = {
    change_type: filters.changeType,
    search_type: unlessUsual(searchTypeText(filters.searchType), usual.filters.searchType),
    keywords: filters.keywords,
    relative_time_number: unlessUsual(String(filters.relativeNumber), usual.filters.relativeNumber),
    relative_time_unit: unlessUsual(filters.relativeUnit, usual.filters.relativeUnit),
    absolute_selected: unlessUsual(String(filters.isAbsolute), 'false'),
    date_range_start: String(filters.start ?? ''),
    date_range_end: String(filters.end ?? ''),
    ...Object.fromEntries(
      ENTITY_KINDS.map((kind: EntityKind) => [`selected_${kind}`, joinNames(filters.names[kind])]),
    ),
    record_display_style: unlessUsual(display.style, usual.display.style),
    sort_by: unlessUsual(display.sortBy, usual.display.sortBy),
    sort_direction: unlessUsual(display.sortDirection, usual.display.sortDirection),
    results_per_page: unlessUsual(String(display.resultsPerPage), usual.display.resultsPerPage),
    page_number: unlessUsual(String(display.page), usual.display.page),
  }
  return Object.fromEntries(
    Object.entries(said)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, plainly(text)]),
  )
}

/** A text that is the same for the same filters. */
export const keyOf = (filters: Filters): string =>
  JSON.stringify(addressOf({ filters, display: DEFAULTS.display }))

const unlessUsual = (text: string, usual: string | number): string => (text === String(usual) ? '' : text)

/** The router reads what looks like JSON; the text that it was. */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** The router would put a text that reads as a number or as true between quotes. */
function plainly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const isPlain = typeof value === 'number' || typeof value === 'boolean'
    return isPlain && String(value) === text ? value : text
  } catch {
    return text // what is no JSON is written as it stands
  }
}

/** The change whose details are open; undefined when none is named. */
export const readChangeId = (query: Query): number | undefined => readId(textOf(query.change))
