import {
  CHANGE_TYPES,
  type ChangeType,
  type EntityKind,
  type SearchType,
  SORT_COLUMNS,
  type SortColumn,
  searchTypesOf,
  TIME_UNITS,
  type TimeUnit,
} from '@aviary/contract/changes/rules'
import {
  CHANGES_DEFAULT_RANGE,
  CHANGES_LARGEST_PAGE,
  CHANGES_MAX_NAMES,
  CHANGES_PAGE,
  KEYWORD_MAX_CHARACTERS,
} from '@aviary/contract/constants'

/**
 * Search filters. `start` and `end` are whole minutes, in seconds since 1970. A link may lack one of the two
 * or reverse them; `getDateFault` then returns a fault and nothing is searched.
 */
export type Filters = {
  changeType: ChangeType
  searchType: SearchType
  keywords: string
  isAbsolute: boolean
  relativeNumber: number
  relativeUnit: TimeUnit
  start: number | null
  end: number | null
  names: Readonly<Record<EntityKind, readonly string[]>>
}

/** How results are displayed. */
export type Display = {
  style: 'card' | 'table'
  sortBy: SortColumn
  sortDirection: 'ASC' | 'DESC'
  resultsPerPage: number
  page: number
}

export type ChangeSearch = { filters: Filters; display: Display }

/** Defaults of spec 2 §9. */
export const DEFAULTS: ChangeSearch = {
  filters: {
    changeType: 'manual',
    searchType: 'any',
    keywords: '',
    isAbsolute: false,
    relativeNumber: CHANGES_DEFAULT_RANGE.number,
    relativeUnit: CHANGES_DEFAULT_RANGE.unit,
    start: null,
    end: null,
    names: { data_centers: [], services: [], cis: [] },
  },
  display: {
    style: 'card',
    sortBy: 'effective_at',
    sortDirection: 'DESC',
    resultsPerPage: CHANGES_PAGE,
    page: 1,
  },
}

/** The parts of a search as texts, as in the URL and the saved settings. */
export type SearchTexts = {
  changeType: string
  searchType: string
  keywords: string
  isAbsolute: string
  relativeNumber: string
  relativeUnit: string
  start: string
  end: string
  names: Readonly<Record<EntityKind, readonly string[]>>
  style: string
  sortBy: string
  sortDirection: string
  resultsPerPage: string
  page: string
}

const MAX_SECOND = Date.UTC(3000, 0, 1) / 1000 - 60
const MAX_PAGE = 1_000_000
const MAX_NAME_LENGTH = 200

/** Reads a search from texts; an invalid part takes its default and causes no error. */
export function readSearch(texts: SearchTexts): ChangeSearch {
  const { filters, display } = DEFAULTS
  const changeType = findOption(CHANGE_TYPES, texts.changeType) ?? filters.changeType
  const keywords = plainText(texts.keywords)
  const isAbsolute = texts.isAbsolute === 'true'
  const dates = readDates(texts)
  return {
    filters: {
      changeType,
      searchType:
        findOption(searchTypesOf(changeType), readSearchType(texts.searchType)) ?? filters.searchType,
      keywords: keywords.length > KEYWORD_MAX_CHARACTERS ? '' : keywords,
      isAbsolute,
      relativeNumber: readAmount(texts.relativeNumber) ?? filters.relativeNumber,
      relativeUnit: findOption(TIME_UNITS, texts.relativeUnit) ?? filters.relativeUnit,
      ...(isAbsolute || getDateFault(dates) === undefined ? dates : NO_DATES),
      names: {
        data_centers: readNames(texts.names.data_centers),
        services: readNames(texts.names.services),
        cis: readNames(texts.names.cis),
      },
    },
    display: {
      style: findOption(['card', 'table'], texts.style) ?? display.style,
      sortBy: findOption(SORT_COLUMNS, texts.sortBy) ?? display.sortBy,
      sortDirection: findOption(['ASC', 'DESC'], texts.sortDirection.toUpperCase()) ?? display.sortDirection,
      resultsPerPage: readInteger(texts.resultsPerPage, CHANGES_LARGEST_PAGE) ?? display.resultsPerPage,
      page: readInteger(texts.page, MAX_PAGE) ?? display.page,
    },
  }
}

const findOption = <Text extends string>(options: readonly Text[], text: string): Text | undefined =>
  options.find((option) => option === text)

/** Accepts aliases: the query string and the settings use `opi`, and people type `owned_by` into URLs. */
const readSearchType = (text: string): string =>
  text === 'opi' ? 'master_approval_entity_id' : text === 'owned_by' ? 'submitted_by' : text

export const searchTypeText = (type: SearchType): string =>
  type === 'master_approval_entity_id' ? 'opi' : type

/** Largest amount in any unit: 1,000,000 minutes are almost two years, and longer ranges are cut off at 1970. */
export const MAX_AMOUNT = 1_000_000

const MAX_DECIMALS = 2
/** At most two decimals: in 1,000 or 1.000 the separator may mean thousands, depending on the language. */
const AMOUNT = new RegExp(`^\\d{1,7}(?:[.,]\\d{1,${MAX_DECIMALS}})?$`)

/** A number above 0, with a decimal point or comma; undefined for anything else (spec 2 §5). */
export function readAmount(text: string): number | undefined {
  const amount = AMOUNT.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0
  return amount > 0 && amount <= MAX_AMOUNT ? amount : undefined
}

/** Trimmed, without NUL characters, which PostgreSQL cannot store. */
export const plainText = (text: string): string => text.replaceAll('\0', '').trim()

function readInteger(text: string, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= max ? value : undefined
}

type Dates = { start: number | null; end: number | null }

const NO_DATES: Dates = { start: null, end: null }

const readDates = ({ start, end }: SearchTexts): Dates => ({
  start: readSecond(start) ?? null,
  end: readSecond(end) ?? null,
})

export type DateFault = 'getApplyTile2' | 'fault.order'

/** Text key of the fault of an absolute range (spec 2 §5); undefined for a valid range. */
export function getDateFault({ start, end }: Dates): DateFault | undefined {
  if (start === null || end === null) return 'getApplyTile2'
  return start >= end ? 'fault.order' : undefined
}

/** Reason why these filters cannot be searched: invalid absolute dates. */
export const getSearchFault = (filters: Filters): DateFault | undefined =>
  filters.isAbsolute ? getDateFault(filters) : undefined

function readSecond(text: string): number | undefined {
  const second = /^\d{1,11}$/.test(text) ? Number(text) : Number.NaN
  return second <= MAX_SECOND ? second - (second % 60) : undefined
}

const readNames = (names: readonly string[]): string[] =>
  [...new Set(names.map(plainText))]
    .filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH)
    .slice(0, CHANGES_MAX_NAMES)
