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
 * What is looked for. Absolute dates are whole minutes, in seconds since 1970. A link that was cut off may lack one of
 * them, or have them the wrong way round: `dateFaultOf` says so, and nothing is searched then.
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

/** How what is found is shown. */
export type Display = {
  style: 'card' | 'table'
  sortBy: SortColumn
  sortDirection: 'ASC' | 'DESC'
  resultsPerPage: number
  page: number
}

export type ChangeSearch = { filters: Filters; display: Display }

/** spec 2 §9 */
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

/** The parts of a search as texts, as an address or the saved settings have them. */
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

const LATEST_SECOND = Date.UTC(3000, 0, 1) / 1000 - 60
const LAST_PAGE = 1_000_000
const LONGEST_NAME = 200

/** The search that the texts say; what makes no sense is as if it were not there, and never an error. */
export function readSearch(texts: SearchTexts): ChangeSearch {
  const { filters, display } = DEFAULTS
  const changeType = oneOf(CHANGE_TYPES, texts.changeType) ?? filters.changeType
  const keywords = plainText(texts.keywords)
  const isAbsolute = texts.isAbsolute === 'true'
  const dates = readDates(texts)
  return {
    filters: {
      changeType,
      searchType: oneOf(searchTypesOf(changeType), readSearchType(texts.searchType)) ?? filters.searchType,
      keywords: keywords.length > KEYWORD_MAX_CHARACTERS ? '' : keywords,
      isAbsolute,
      relativeNumber: readAmount(texts.relativeNumber) ?? filters.relativeNumber,
      relativeUnit: oneOf(TIME_UNITS, texts.relativeUnit) ?? filters.relativeUnit,
      ...(isAbsolute || dateFaultOf(dates) === undefined ? dates : NO_DATES),
      names: {
        data_centers: readNames(texts.names.data_centers),
        services: readNames(texts.names.services),
        cis: readNames(texts.names.cis),
      },
    },
    display: {
      style: oneOf(['card', 'table'], texts.style) ?? display.style,
      sortBy: oneOf(SORT_COLUMNS, texts.sortBy) ?? display.sortBy,
      sortDirection: oneOf(['ASC', 'DESC'], texts.sortDirection.toUpperCase()) ?? display.sortDirection,
      resultsPerPage: readWhole(texts.resultsPerPage, CHANGES_LARGEST_PAGE) ?? display.resultsPerPage,
      page: readWhole(texts.page, LAST_PAGE) ?? display.page,
    },
  }
}

const oneOf = <Text extends string>(all: readonly Text[], text: string): Text | undefined =>
  all.find((one) => one === text)

/** The query string and the settings say `opi`, and people say `owned_by`. */
const readSearchType = (text: string): string =>
  text === 'opi' ? 'master_approval_entity_id' : text === 'owned_by' ? 'submitted_by' : text

export const searchTypeText = (type: SearchType): string =>
  type === 'master_approval_entity_id' ? 'opi' : type

/** Almost two years of minutes; the longer units reach back to where time begins long before. */
export const GREATEST_AMOUNT = 1_000_000

const MOST_DECIMALS = 2
/** Two decimals at most: in 1,000 or 1.000 the comma or point may stand for thousands, which differs by language. */
const AMOUNT = new RegExp(`^\\d{1,7}(?:[.,]\\d{1,${MOST_DECIMALS}})?$`)

/** A number greater than 0, with a decimal point or comma; undefined for everything else (spec 2 §5). */
export function readAmount(text: string): number | undefined {
  const found = AMOUNT.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0
  return found > 0 && found <= GREATEST_AMOUNT ? found : undefined
}

/** Without what stands around it, and without the one character that no database keeps. */
export const plainText = (text: string): string => text.replaceAll('\0', '').trim()

function readWhole(text: string, largest: number): number | undefined {
  const found = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return found >= 1 && found <= largest ? found : undefined
}

type Dates = { start: number | null; end: number | null }

const NO_DATES: Dates = { start: null, end: null }

const readDates = ({ start, end }: SearchTexts): Dates => ({
  start: readSecond(start) ?? null,
  end: readSecond(end) ?? null,
})

export type DateFault = 'getApplyTile2' | 'fault.order'

/** Why two dates are no absolute range, as a key of the texts (spec 2 §5); undefined when they are one. */
export function dateFaultOf({ start, end }: Dates): DateFault | undefined {
  if (start === null || end === null) return 'getApplyTile2'
  return start >= end ? 'fault.order' : undefined
}

/** Why these filters cannot be searched: their absolute dates are none. */
export const searchFaultOf = (filters: Filters): DateFault | undefined =>
  filters.isAbsolute ? dateFaultOf(filters) : undefined

function readSecond(text: string): number | undefined {
  const second = /^\d{1,11}$/.test(text) ? Number(text) : Number.NaN
  return second <= LATEST_SECOND ? second - (second % 60) : undefined
}

const readNames = (names: readonly string[]): string[] =>
  [...new Set(names.map(plainText))]
    .filter((name) => name !== '' && name.length <= LONGEST_NAME)
    .slice(0, CHANGES_MAX_NAMES)
