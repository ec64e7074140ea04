import { CHANGE_TYPES, SORT_COLUMNS, searchTypesOf, TIME_UNITS } from '@aviary/contract/changes/rules'
import { pagedSearch } from '@aviary/contract/changes/schemas'
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDateTimeText } from '../../shared/time/utc-text.ts'
import { readAddress, readChangeId, toAddress } from './change-address.ts'
import { type ChangeSearch, DEFAULTS, type Filters, getSearchFault } from './change-search.ts'
import { toRange } from './range.ts'

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
]

const read = (query: string) => readAddress(defaultParseSearch(query))
const NOW = Date.UTC(2026, 7, 20, 14, 43, 17)

/** True if the server accepts the search or the page does not send it. */
function isAskable({ filters, display }: ChangeSearch): boolean {
  const { from, to } = toRange(filters, NOW)
  if (getSearchFault(filters)) return true
  return pagedSearch.safeParse({
    search_params: {
      ...filters.names,
      keyword: filters.keywords,
      search_type: filters.searchType,
      date_range_start: toDateTimeText(from),
      date_range_end: toDateTimeText(to),
    },
    change_type: filters.changeType,
    sort_by: display.sortBy,
    sort_direction: display.sortDirection,
    results_per_page: display.resultsPerPage,
    page_number: display.page,
  }).success
}

const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    ...[
      '__proto__',
      'constructor',
      'null',
      'NaN',
      'Infinity',
      '-1',
      '0',
      '1e9',
      '1.5',
      '99999999999',
      '%',
      '%2C',
    ],
    ...['true', 'opi', 'auto', 'catalog_type', 'table', 'ASC', '{}', '[1,2]', '"x"', ',,,', 'months', '\\'],
    'x'.repeat(10_000),
  ),
)

test('reads any query string as a search that the server accepts or that has a date fault', () => {
  const query = fc.dictionary(fc.constantFrom(...PARAMETERS), word, { noNullPrototype: true })
  fc.assert(
    fc.property(query, (texts) => {
      const search = read(`?${new URLSearchParams(texts)}`)
      expect(search === undefined).toBe(Object.keys(texts).length === 0)
      if (search) expect(isAskable(search)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && text.isWellFormed())
const names = fc.uniqueArray(fc.oneof(name, fc.constantFrom('a,b', '50%2C', '%', '1', 'true', ',')), {
  maxLength: 5,
})
const minute = fc.integer({ min: 0, max: 540_000_000 }).map((minutes) => minutes * 60)

const filters: fc.Arbitrary<Filters> = fc
  .record({
    changeType: fc.constantFrom(...CHANGE_TYPES),
    searchType: fc.constantFrom(...searchTypesOf('auto')),
    keywords: fc.oneof(name, fc.constantFrom('', '123', '1.0', '881e4567', '"quoted"', 'null', '%_\\')),
    isAbsolute: fc.boolean(),
    relativeNumber: fc.integer({ min: 1, max: 100_000_000 }).map((hundredths) => hundredths / 100),
    relativeUnit: fc.constantFrom(...TIME_UNITS),
    dates: fc.option(fc.tuple(minute, minute).filter(([a, b]) => a < b)),
    names: fc.record({ data_centers: names, services: names, cis: names }),
  })
  .map(({ dates, ...rest }) => ({
    ...rest,
    searchType: searchTypesOf(rest.changeType).includes(rest.searchType) ? rest.searchType : 'any',
    start: dates?.[0] ?? null,
    end: dates?.[1] ?? null,
  }))

const display = fc.record({
  style: fc.constantFrom('card' as const, 'table' as const),
  sortBy: fc.constantFrom(...SORT_COLUMNS),
  sortDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
  resultsPerPage: fc.integer({ min: 1, max: 100 }),
  page: fc.integer({ min: 1, max: 1_000_000 }),
})

test('reads every search back from its own query string, names with commas included', () => {
  fc.assert(
    fc.property(fc.record({ filters, display }), (search) => {
      const address = defaultStringifySearch(toAddress(search))
      expect(read(address)).toEqual(search)
    }),
    { numRuns: 500 },
  )
})

test('reads no search without parameters, and takes defaults for missing ones', () => {
  expect(read('')).toBeUndefined()
  expect(read('?change=7')).toBeUndefined()
  expect(read('?sort_by=nonsense')).toEqual(DEFAULTS)
})

test('writes one parameter for the defaults', () => {
  expect(toAddress(DEFAULTS)).toEqual({ change_type: 'manual' })
})

test('uses the parameter names of the specification', () => {
  const search = read(
    '?change_type=auto&search_type=opi&keywords=OPI-7&absolute_selected=true&date_range_start=1786000017' +
      '&date_range_end=1786003600&selected_services=Expense,Travel&selected_data_centers=us2' +
      '&record_display_style=table&sort_by=status&sort_direction=ASC&results_per_page=50&page_number=3',
  )
  expect(search).toEqual({
    filters: {
      ...DEFAULTS.filters,
      changeType: 'auto',
      searchType: 'master_approval_entity_id',
      keywords: 'OPI-7',
      isAbsolute: true,
      start: Date.parse('2026-08-06T07:06:00Z') / 1000,
      end: Date.parse('2026-08-06T08:06:00Z') / 1000,
      names: { data_centers: ['us2'], services: ['Expense', 'Travel'], cis: [] },
    },
    display: { style: 'table', sortBy: 'status', sortDirection: 'ASC', resultsPerPage: 50, page: 3 },
  })
})

test.each([
  ['one date', 'date_range_start=1786000017', 'getApplyTile2'],
  ['the end before the start', 'date_range_start=1786000000&date_range_end=1785000000', 'fault.order'],
  ['words for dates', 'date_range_start=soon&date_range_end=later', 'getApplyTile2'],
])('keeps %s absolute without searching it', (_, dates, fault) => {
  const found = read(`?absolute_selected=true&${dates}`)
  expect(found?.filters.isAbsolute).toBe(true)
  expect(found && getSearchFault(found.filters)).toBe(fault)
  expect(read(`?absolute_selected=false&${dates}`)?.filters).toEqual(DEFAULTS.filters)
})

test('drops NUL characters from keywords and names', () => {
  const search = read('?keywords=a%00pi%00&selected_services=Exp%00ense,%00&selected_cis=%00')
  expect(search?.filters.keywords).toBe('api')
  expect(search?.filters.names).toEqual({ data_centers: [], services: ['Expense'], cis: [] })
})

test('takes the default for an amount of time that the form rejects', () => {
  const amounts = ['1000000', '1000001', '1000000000', '1.5', '0.001', '0'].map(
    (amount) => read(`?relative_time_number=${amount}`)?.filters.relativeNumber,
  )
  expect(amounts).toEqual([1_000_000, 7, 7, 1.5, 7, 7])
})

test('reads Catalog Type for automated changes only', () => {
  expect(read('?change_type=auto&search_type=catalog_type')?.filters.searchType).toBe('catalog_type')
  expect(read('?change_type=manual&search_type=catalog_type')?.filters.searchType).toBe('any')
})

test.each([
  ['7', 7],
  ['0', undefined],
  ['-1', undefined],
  ['2147483648', undefined],
  ['abc', undefined],
  ['1.5', undefined],
])('reads change=%s as %s', (text, id) => {
  expect(readChangeId(defaultParseSearch(`?change=${text}`))).toBe(id)
})
