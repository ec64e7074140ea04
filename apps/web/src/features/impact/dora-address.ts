import { type Check, hasFields } from '@aviary/contract/checks'
import { IMPACT_MAX_NAMES, LONGEST_ADDRESS } from '@aviary/contract/constants'
import { cutToLength } from '@aviary/contract/cut-text'
import type { Ci } from '@aviary/contract/impact/endpoints'
import type { Scale } from '@aviary/contract/impact/rules'
import { joinNames, readNames } from '@aviary/contract/rules'
import { writeQueryString } from '../../shared/query-string.ts'
import { toSearchValue } from '../../shared/use-search-params.ts'

/** A CI on the selected list. A scale is null until it is calculated. */
export type SelectedCi = {
  category: string
  name: string
  globalScale: Scale | null
  dataCenterScale: Scale | null
}

export const withoutScales = ({ category, name }: Ci): SelectedCi => ({
  ...{ category, name, globalScale: null, dataCenterScale: null },
})

/** The state that the query string holds (spec 3 §2). */
export type DoraState = { searchInput: string; services: readonly string[]; cis: readonly SelectedCi[] }

const LONGEST_NAME = 200

const PARAMETERS = ['searchInput', 'selectedServices', 'selectedCiList'] as const
type Parameter = (typeof PARAMETERS)[number]

/** The query string as parsed by the router. */
type Query = Readonly<Record<string, unknown>>

/** Reads the state from the URL; `dropped` names the parameters that were not read completely. */
export function readState(query: Query): { state: DoraState; dropped: Parameter[] } {
  const searchInput = readSearchInput(query.searchInput)
  const services = readServices(query.selectedServices)
  const cis = readCis(query.selectedCiList)
  const whole = {
    searchInput: searchInput.isWhole,
    selectedServices: services.isWhole,
    selectedCiList: cis.isWhole,
  }
  return {
    state: { searchInput: searchInput.value, services: services.value, cis: cis.value },
    dropped: PARAMETERS.filter((name) => !whole[name]),
  }
}

/** The query parameters for a state, in the router's format. */
export function toSearch({ searchInput, services, cis }: DoraState): Record<string, unknown> {
  return {
    ...(searchInput === '' ? {} : { searchInput: toSearchValue(searchInput) }),
    ...(services.length === 0 ? {} : { selectedServices: toSearchValue(joinNames(services)) }),
    ...(cis.length === 0 ? {} : { selectedCiList: cis.map(toJson) }),
  }
}

const toJson = ({ category, name, globalScale, dataCenterScale }: SelectedCi): string =>
  JSON.stringify({ category, name, globalScale, dataCenterScale })

const PATH = '/dora/'

/** The data center named in a path; undefined for other screens. */
export function getDataCenterName(path: string): string | undefined {
  const [, name] = /^\/dora\/([^/]+)\/*$/i.exec(path) ?? []
  try {
    return name && decodeURIComponent(name)
  } catch {
    return name // already decoded by the router
  }
}

const getQueryLength = (state: DoraState): number => writeQueryString(toSearch(state)).length
/** For measuring the length of the URL: the longest possible scales, because scales are added to the URL later. */
const withLongestScales = ({ category, name }: Ci): SelectedCi => ({
  ...{ category, name, globalScale: 'n/a', dataCenterScale: 'n/a' },
})

/** Whether more CIs fit: both the number of CIs per request and the length of the URL are limited. */
export function createRoomCheck(
  state: DoraState,
  dataCenter: string,
): (candidates: readonly Ci[]) => boolean {
  const path = PATH.length + encodeURIComponent(dataCenter).length
  const usedLength = path + getQueryLength({ ...state, cis: state.cis.map(withLongestScales) })
  return (candidates) => {
    if (state.cis.length + candidates.length > IMPACT_MAX_NAMES) return false
    const addedLength = getQueryLength({
      searchInput: '',
      services: [],
      cis: candidates.map(withLongestScales),
    })
    return usedLength + addedLength <= LONGEST_ADDRESS
  }
}

type ReadResult<T> = { value: T; isWhole: boolean }

const CONTROL = /\p{Cc}/u

/** Replaces control characters and cuts the text to the length that the server accepts. */
export const toSearchableText = (text: string): string =>
  cutToLength(text.replaceAll(/\p{Cc}+/gu, ' '), LONGEST_NAME).toWellFormed()

/** Names may contain anything PostgreSQL can store, line breaks included. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function readSearchInput(value: unknown): ReadResult<string> {
  const text = toText(value)
  if (text === undefined) return { value: '', isWhole: value === undefined }
  const isWhole = text.trim().length <= LONGEST_NAME && !CONTROL.test(text) && text.isWellFormed()
  return { value: isWhole ? text.trim() : '', isWhole }
}

/** Turns a value that the router parsed as JSON back into its text. */
function toText(value: unknown): string | undefined {
  if (value === undefined || Array.isArray(value)) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const ANY_NAMES = { maxLength: LONGEST_ADDRESS, maxNames: LONGEST_ADDRESS }
const isName = (text: string): boolean => text.length <= LONGEST_NAME && isStorable(text)

function readServices(value: unknown): ReadResult<string[]> {
  if (value === undefined) return { value: [], isWhole: true }
  const text = typeof value === 'object' ? undefined : String(value)
  const names = readNames(text ?? '', ANY_NAMES) ?? []
  const readable = names.filter(isName).slice(0, IMPACT_MAX_NAMES)
  return { value: readable, isWhole: text !== undefined && readable.length === names.length }
}

type CiInLink = { category: string; name: string; globalScale?: unknown; dataCenterScale?: unknown }

const isCiName: Check = (name) => typeof name === 'string' && name.trim() !== '' && isName(name.trim())
const isScale = (value: unknown): value is Scale | null =>
  value === null || value === 'n/a' || (typeof value === 'number' && value >= 0 && value <= 100)

function readCis(value: unknown): ReadResult<SelectedCi[]> {
  const values = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const results = values.map(readCi)
  const byName = new Map(results.flatMap((result) => (result ? [[result.ci.name, result.ci] as const] : [])))
  const cis = [...byName.values()]
  return {
    value: cis.slice(0, IMPACT_MAX_NAMES),
    isWhole: results.every((result) => result?.isWhole) && cis.length <= IMPACT_MAX_NAMES,
  }
}

/** Undefined if the value is no CI. An invalid scale is dropped but the CI kept: scales are recalculated anyway. */
function readCi(value: unknown): { ci: SelectedCi; isWhole: boolean } | undefined {
  const ci = parseJson(value)
  const isCi = hasFields<Pick<CiInLink, 'category' | 'name'>>(ci, { category: isCiName, name: isCiName })
  if (!isCi) return undefined
  const { category, name, ...scales }: CiInLink = ci
  const globalScale = readScale(scales.globalScale)
  const dataCenterScale = readScale(scales.dataCenterScale)
  return {
    ci: {
      category: category.trim(),
      name: name.trim(),
      globalScale: globalScale.value,
      dataCenterScale: dataCenterScale.value,
    },
    isWhole: globalScale.isWhole && dataCenterScale.isWhole,
  }
}

function readScale(value: unknown): ReadResult<Scale | null> {
  // Older links contain scales as text, and an empty text for a missing scale.
  const plain = typeof value === 'string' && value !== 'n/a' ? toNumber(value) : (value ?? null)
  return isScale(plain) ? { value: plain, isWhole: true } : { value: null, isWhole: false }
}

const toNumber = (text: string): unknown => (text.trim() === '' ? null : Number(text))

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined // invalid JSON is no CI
  }
}
