import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { BuiltServer } from '../e2e/support/server.ts'
import { type Answer, ask, milliseconds, percentile } from './ask.ts'
import { BEFORE, bodyOf, PAGED, SEARCHES, type Search } from './change-searches.ts'
import { plansOf, sendAll, statementsOf } from './change-statements.ts'
import type { Measure } from './product.ts'
import { folded } from './report.ts'

export type Site = {
  server: BuiltServer
  cookies: string
  client: pg.Client
  databaseUrl: string
  /** Limit for a search, in milliseconds. */
  mostMs: number
  label: string
}

export type MeasureReport = { measures: Measure[]; parts: string[] }

/** Rounds per search: enough that a single pause of the machine does not decide the 99th percentile. */
const ROUNDS = 600
/** Time limit for searches that are measured together; slow ones get fewer rounds. */
const MAX_SECONDS = 30
const LARGEST_RATIO = 1.5
const SEARCH_MAX_MS = 2_000
const NARROW_IT = 504

type Measured = { at99: number; median: number }
type Times = { http: Measured; direct: Measured; empty: Measured; isRefused: boolean }

async function post({ server, cookies }: Site, body: object): Promise<Answer> {
  const answered = await ask(`${server.url}/api/search_changes/`, { cookies, body })
  if (answered.status === 200 || answered.status === NARROW_IT) return answered
  throw new Error(`${JSON.stringify(body)}: ${answered.text}`)
}

/**
 * Measures alternately, so that other load affects all alike: each search over HTTP, its SQL sent directly, and a
 * request to `/healthz`.
 */
async function timesOf(site: Site, searches: readonly Search[]): Promise<Times[]> {
  const all = await Promise.all(searches.map((search) => prepare(site, search)))
  const startedAt = performance.now()
  const isOver = (rounds: number) =>
    rounds >= ROUNDS || (rounds >= 3 && performance.now() - startedAt > MAX_SECONDS * 1_000)
  // Rotates the order: otherwise the cleanup after one search would always slow down the same next search.
  for (let rounds = 0; !isOver(rounds); rounds += 1)
    for (const [index] of all.entries()) await all[(rounds + index) % all.length]?.measure()
  return all.map(({ http, direct, empty, isRefused }) => ({
    ...{ http: measured(http), direct: measured(direct), empty: measured(empty) },
    isRefused,
  }))
}

const measured = (times: readonly number[]): Measured => ({
  at99: percentile(times, 0.99),
  median: percentile(times, 0.5),
})

async function prepare(site: Site, search: Search) {
  const { server, cookies, client, databaseUrl } = site
  const statements = await statementsOf(databaseUrl, search)
  const answered = await post(site, search.body)
  const isRefused = answered.status === NARROW_IT
  const [http, direct, empty]: [number[], number[], number[]] = [[], [], []]
  const measure = async () => {
    const body = bodyOf(search, http.length + 1)
    http.push(await milliseconds(() => post(site, body)))
    if (!isRefused) direct.push(await milliseconds(() => sendAll(client, statements)))
    empty.push(await milliseconds(() => ask(`${server.url}/healthz`, { cookies })))
  }
  return { http, direct, empty, isRefused, measure }
}

const ms = (time: number) => `${time.toFixed(1)} ms`
const summary = ({ at99, median }: Measured) => `${ms(at99)} (half of them ${ms(median)})`

const within = (name: string, time: Measured, maxMs: number): Measure => ({
  name,
  ours: summary(time),
  reference: `${maxMs} ms`,
  ratio: (time.at99 / maxMs).toFixed(2),
  target: '≤ 1',
  isMet: time.at99 <= maxMs,
})

function against(name: string, time: Measured, parts: readonly Measured[]): Measure {
  const ratio = time.at99 / parts.reduce((sum, { at99 }) => sum + at99, 0)
  return {
    name,
    ours: summary(time),
    reference: parts.map(summary).join(' + '),
    ratio: ratio.toFixed(2),
    target: `≤ ${LARGEST_RATIO}`,
    isMet: ratio <= LARGEST_RATIO,
  }
}

const againstParts = (name: string, { http, direct, empty }: Times): Measure =>
  against(`${name}: against its SQL and an empty request`, http, [direct, empty])

function measuresOf(site: Site, search: Search, times: Times): Measure[] {
  const name = `${site.label}: ${search.name}`
  if (search.target === 'two seconds') {
    const answer = times.isRefused ? 'asks to narrow it' : 'answers'
    // The tolerance covers the time to send the refusal.
    return [within(`${name}, ${answer}`, times.http, SEARCH_MAX_MS * 1.05)]
  }
  if (search.target === 'none') return [againstParts(name, times)]
  return [within(name, times.http, site.mostMs), againstParts(name, times)]
}

async function plansPart({ client, databaseUrl }: Site, search: Search): Promise<string> {
  const statements = await statementsOf(databaseUrl, search)
  const plans = await plansOf(client, statements).catch(async (error: Error) => {
    await client.query('rollback')
    return [`No plan: ${error.message}`]
  })
  return folded(search.name.replaceAll('"', ''), plans.join('\n\n'))
}

export async function measureSearches(site: Site): Promise<MeasureReport> {
  const measures: Measure[] = []
  const parts: string[] = []
  for (const search of SEARCHES) {
    const [times] = await timesOf(site, [search])
    if (times) measures.push(...measuresOf(site, search, times))
    parts.push(await plansPart(site, search))
  }
  return { measures, parts }
}

/**
 * Compares page 50 with page 1. The requests for page 50: by the cursor of page 49 (as the screen does), by number
 * (as after a reload), and by number in a new search.
 */
export async function measurePages(site: Site): Promise<MeasureReport> {
  const measures: Measure[] = []
  const parts: string[] = []
  for (const { first, deep, before } of PAGED) {
    const { next_cursor: cursor } = JSON.parse((await post(site, before.body)).text) as {
      next_cursor: string
    }
    const next: Search = { ...deep, name: `${deep.name} behind page 49`, body: { ...deep.body, cursor } }
    const isNew: Search = { ...deep, name: `${deep.name} that nobody asked before`, isNew: true }
    const [firstSearch, ...others] = await timesOf(site, [first, next, deep])
    // The new search takes several times as long, so it is measured separately.
    const [newSearch] = await timesOf(site, [isNew])
    for (const [index, search] of [next, deep, isNew].entries()) {
      const times = [...others, newSearch][index]
      if (!firstSearch || !times) continue
      measures.push(
        ...measuresOf(site, search, times),
        against(`${site.label}: ${search.name}: against page 1`, times.http, [firstSearch.http]),
      )
      parts.push(await plansPart(site, search))
    }
    measures.push(await measureNoted(site, { first, deep }))
  }
  return { measures, parts }
}

const NOTED_ROUNDS = 20
/** Longer than the server takes to note where the pages of one search begin. */
const NOTED_AFTER_MS = 1_500

/** Compares page 50 by its number, in a search whose first page was read shortly before, with that first page. */
async function measureNoted(site: Site, { first, deep }: { first: Search; deep: Search }): Promise<Measure> {
  const [firstTimes, deepTimes]: [number[], number[]] = [[], []]
  for (let round = 1; round <= NOTED_ROUNDS; round += 1) {
    // Further back than the other searches of this benchmark, so that no page of it is known.
    const body = (search: Search) => bodyOf({ ...search, isNew: true }, 10_000 + round)
    firstTimes.push(await milliseconds(() => post(site, body(first))))
    await pause(NOTED_AFTER_MS)
    deepTimes.push(await milliseconds(() => post(site, body(deep))))
  }
  const name = `${site.label}: ${deep.name} by number shortly after page 1: against page 1`
  return against(name, measured(deepTimes), [measured(firstTimes)])
}

const day = (days: number) => new Date(BEFORE.getTime() - days * 86_400_000).toISOString()
const picture = (days: number, params: object = {}) => ({
  change_type: 'auto',
  search_params: { date_range_start: day(days), date_range_end: BEFORE.toISOString(), ...params },
})

const OTHERS: readonly (readonly [name: string, path: string, body: object])[] = [
  ['picture of 7 days', 'search_changes/timeline/', picture(7)],
  ['picture of 30 days', 'search_changes/timeline/', picture(30)],
  ['picture of 365 days', 'search_changes/timeline/', picture(365)],
  [
    'picture of 365 days, two data centers',
    'search_changes/timeline/',
    picture(365, { data_centers: ['us2', 'eu'] }),
  ],
  ['picture of 365 days, service Travel', 'search_changes/timeline/', picture(365, { services: ['Travel'] })],
  ['picture of 365 days, data center eu', 'search_changes/timeline/', picture(365, { data_centers: ['eu'] })],
  ['picture of 30 days, two letters', 'search_changes/timeline/', picture(30, { keyword: 'zq' })],
  ['CIs by one letter', 'search_change_entity/', { entity: 'cis', search_text: '1' }],
  ['CIs by a name that nothing has', 'search_change_entity/', { entity: 'cis', search_text: 'zzz' }],
]

/** The timeline and the name search, with the same limit. */
export async function measureOthers({ server, cookies, mostMs, label }: Site): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const [name, path, body] of OTHERS) {
    const times: number[] = []
    for (let round = 0; round < 100; round += 1)
      times.push(await milliseconds(() => ask(`${server.url}/api/${path}`, { cookies, body })))
    measures.push(within(`${label}: ${name}`, measured(times), mostMs))
  }
  return measures
}
