import { IMPACT_MAX_NAMES, LONGEST_ADDRESS } from '@aviary/contract/constants'
import type { Ci } from '@aviary/contract/impact/endpoints'
import type { Scale } from '@aviary/contract/impact/rules'
import { joinNames, severalNames } from '@aviary/contract/wire'
import { z } from 'zod'
import { writeQueryString } from '../../shared/query-string.ts'
import { plainly } from '../../shared/use-address.ts'

/** A CI on the selected list. A scale is null while it is not reckoned. */
export type ChosenCi = {
  category: string
  name: string
  globalScale: Scale | null
  dataCenterScale: Scale | null
}

export const withoutScales = ({ category, name }: Ci): ChosenCi => ({
  ...{ category, name, globalScale: null, dataCenterScale: null },
})

/** What the query string holds (spec 3 §2). */
export type DoraState = { searchInput: string; services: readonly string[]; cis: readonly ChosenCi[] }

const LONGEST_NAME = 200

const PARAMETERS = ['searchInput', 'selectedServices', 'selectedCiList'] as const
type Parameter = (typeof PARAMETERS)[number]

/** The query string as the router reads it. */
type Query = Readonly<Record<string, unknown>>

/** What an address says, and which parameters said something that cannot be read and was left out. */
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

/** The parameters that read as this state, for the router. */
export function searchOf({ searchInput, services, cis }: DoraState): Record<string, unknown> {
  return {
    ...(searchInput === '' ? {} : { searchInput: plainly(searchInput) }),
    ...(services.length === 0 ? {} : { selectedServices: plainly(joinNames(services)) }),
    ...(cis.length === 0 ? {} : { selectedCiList: cis.map(jsonOf) }),
  }
}

const jsonOf = ({ category, name, globalScale, dataCenterScale }: ChosenCi): string =>
  JSON.stringify({ category, name, globalScale, dataCenterScale })

const PATH = '/dora/'

/** The data center that a path names; undefined for other screens. */
export function dataCenterIn(path: string): string | undefined {
  const [, name] = /^\/dora\/([^/]+)\/*$/i.exec(path) ?? []
  try {
    return name && decodeURIComponent(name)
  } catch {
    return name // the router has decoded it
  }
}

const lengthOf = (state: DoraState): number => writeQueryString(searchOf(state)).length
/** No scale takes more of a link. */
const atItsLongest = ({ category, name }: Ci): ChosenCi => ({
  ...{ category, name, globalScale: 'n/a', dataCenterScale: 'n/a' },
})

/** Whether others fit beside what is selected: one question counts so many CIs, and a link holds so many characters. */
export function roomBeside(state: DoraState, dataCenter: string): (more: readonly Ci[]) => boolean {
  const path = PATH.length + encodeURIComponent(dataCenter).length
  const taken = path + lengthOf({ ...state, cis: state.cis.map(atItsLongest) })
  return (more) => {
    if (state.cis.length + more.length > IMPACT_MAX_NAMES) return false
    const added = lengthOf({ searchInput: '', services: [], cis: more.map(atItsLongest) })
    return taken + added <= LONGEST_ADDRESS
  }
}

type Read<T> = { value: T; isWhole: boolean }

const CONTROL = /\p{Cc}/u

/** What of a typed text the server can look for. */
export const searchable = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed()

/** What the database can hold, and so what a name can be: line breaks are among it. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function readSearchInput(value: unknown): Read<string> {
  const text = textOf(value)
  if (text === undefined) return { value: '', isWhole: value === undefined }
  const isWhole = text.trim().length <= LONGEST_NAME && !CONTROL.test(text) && text.isWellFormed()
  return { value: isWhole ? text.trim() : '', isWhole }
}

/** What the router took for JSON is the text it was. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || Array.isArray(value)) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const anyNames = severalNames({ maxLength: LONGEST_ADDRESS, maxNames: LONGEST_ADDRESS })
const isName = (text: string): boolean => text.length <= LONGEST_NAME && isStorable(text)

function readServices(value: unknown): Read<string[]> {
  if (value === undefined) return { value: [], isWhole: true }
  const text = typeof value === 'object' ? undefined : String(value)
  const names = anyNames.safeParse(text).data ?? []
  const readable = names.filter(isName).slice(0, IMPACT_MAX_NAMES)
  return { value: readable, isWhole: text !== undefined && readable.length === names.length }
}

const name = z.string().trim().min(1).max(LONGEST_NAME).refine(isStorable)
const percent = z.number().min(0).max(100)
const scale = z.union([percent, z.literal('n/a'), z.null()])
const chosenCi = z.object({
  category: name,
  name,
  globalScale: z.unknown().optional(),
  dataCenterScale: z.unknown().optional(),
})

function readCis(value: unknown): Read<ChosenCi[]> {
  const given = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const read = given.map(readCi)
  const byName = new Map(read.flatMap((one) => (one ? [[one.ci.name, one.ci] as const] : [])))
  const cis = [...byName.values()]
  return {
    value: cis.slice(0, IMPACT_MAX_NAMES),
    isWhole: read.every((one) => one?.isWhole) && cis.length <= IMPACT_MAX_NAMES,
  }
}

/** Undefined for what is no CI; one whose scale is nonsense is a CI without it, for scales are reckoned anew. */
function readCi(given: unknown): { ci: ChosenCi; isWhole: boolean } | undefined {
  const { data } = chosenCi.safeParse(objectOf(given))
  if (!data) return undefined
  const globalScale = readScale(data.globalScale)
  const dataCenterScale = readScale(data.dataCenterScale)
  return {
    ci: {
      category: data.category,
      name: data.name,
      globalScale: globalScale.value,
      dataCenterScale: dataCenterScale.value,
    },
    isWhole: globalScale.isWhole && dataCenterScale.isWhole,
  }
}

function readScale(given: unknown): Read<Scale | null> {
  // Older links have them as texts, and none as an empty one.
  const plain = typeof given === 'string' && given !== 'n/a' ? numberIn(given) : (given ?? null)
  const { success, data } = scale.safeParse(plain)
  return { value: success ? data : null, isWhole: success }
}

const numberIn = (text: string): unknown => (text.trim() === '' ? null : Number(text))

function objectOf(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return undefined // broken JSON names no CI
  }
}
