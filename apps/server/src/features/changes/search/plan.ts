import type { Db } from '../../../database/open.ts'
import { bitsFor } from '../ngram-index/ngrams.ts'
import { findHours, sampleHours } from '../ngram-index/queries.ts'
import { hasTrigram, type Keyword, possibleTrigram, type SearchFilters, type TimeRange } from './filters.ts'
import type { MatchPage, Page, Position, Scan, ScanEnd, TimeSpan } from './queries.ts'
import * as queries from './queries.ts'

/**
 * `index`: in index order only. `heap`: the table page by page; over many rows, reading row by row in index order
 * takes more than twice as long. `any`: whatever the planner chooses.
 */
export type ScanMethod = 'index' | 'heap' | 'any'

const NOT_IN_INDEX_ORDER = [
  'sort',
  'incremental_sort',
  'hashagg',
  'hashjoin',
  'mergejoin',
  'bitmapscan',
  'seqscan',
  'memoize',
]
const DISABLED: { [method in ScanMethod]: readonly string[] } = {
  index: NOT_IN_INDEX_ORDER,
  heap: ['indexscan'],
  any: [],
}
const PLANNER_STEPS = Object.values(DISABLED).flat()

/** Planner settings by name, such as `enable_seqscan`. */
export const plannerSettings = (method: ScanMethod): Record<string, string> =>
  Object.fromEntries(
    PLANNER_STEPS.map((step) => [`enable_${step}`, DISABLED[method].includes(step) ? 'off' : 'on']),
  )

/** A transaction whose statements share one time limit. */
export type SearchTransaction = { db: Db; setScanMethod: (method: ScanMethod) => Promise<void> }

/** The scan method for reading every match of the filters in any order. */
export const chooseScanMethod = ({ byMarks }: SearchFilters): ScanMethod => (byMarks ? 'any' : 'heap')

export type KeywordScan = Scan & { keyword: Keyword }

/** How to find the matches beyond the end of a sample. */
export type Plan = {
  end: ScanEnd
  /** Whether to read the rest of the range at once by the trigram index, instead of in time windows. */
  byTrigrams: boolean
  /** Length in milliseconds of the first time window; it should hold the rest of the page. */
  windowMs: number
  /** The only hours that may contain the keyword, by the n-gram index; undefined if the index does not help. */
  spans: TimeSpan[] | undefined
}

/** Rows of the first scan, which takes about 20 ms; a common keyword fills the page within fewer rows. */
export const SAMPLE_ROWS = { byTime: 20_000, byMarks: 4_000 }

type SampleOptions = Page & { sampleRows: typeof SAMPLE_ROWS }

/**
 * Scans a sample of changes. If its matches do not fill the page, plans the rest by the keyword's frequency
 * in the sample.
 */
export async function sampleAndPlan(
  transaction: SearchTransaction,
  scan: KeywordScan,
  options: SampleOptions,
): Promise<MatchPage & { plan: Plan | undefined }> {
  const { end, ...sample } = await scanSample(transaction, scan, options)
  if (!end) return { ...sample, plan: undefined }
  const needed = options.offset + options.limit - sample.total
  const choice = chooseIndex(scan, { ...sample, end }, needed)
  const remainingScan: KeywordScan =
    scan.order === 'ASC'
      ? { ...scan, start: Math.floor(end.scannedToMs) }
      : { ...scan, end: Math.ceil(end.scannedToMs) }
  const spans = choice.byTrigrams ? undefined : await findSpans(transaction, remainingScan, end)
  return { ...sample, plan: { ...choice, end, spans } }
}

/** Hours whose letters are checked before a scan. */
const SAMPLED_HOURS = 200
/** Fewer hours tell too little. */
const LEAST_HOURS = 50

/**
 * Whether the letters of the first hours show that a keyword is so rare that a sample would be read in vain and the
 * trigram index is quicker for the whole range. A wrong estimate costs time, never a match.
 */
export async function isRare(
  { db, setScanMethod }: SearchTransaction,
  scan: KeywordScan,
  { needed, sampled }: { needed: number; sampled: number },
): Promise<boolean> {
  if (scan.byMarks || !hasTrigram(scan.keyword)) return false
  const afterMs = scan.after && Date.parse(scan.after.effectiveAt)
  const { changeType, order } = scan
  const start = order === 'ASC' ? (afterMs ?? scan.start) : scan.start
  const end = order === 'DESC' ? (afterMs ?? scan.end) : scan.end
  await setScanMethod('any')
  const { hours, candidates, changes, tableRows } = await sampleHours(
    db,
    { changeType, order, start, end },
    { bits: bitsFor(scan.keyword.text.toLowerCase()), limit: SAMPLED_HOURS },
  )
  if (hours < LEAST_HOURS || candidates === hours || changes < hours) return false
  // Rare matches fall into hours at random: so many per hour leave this share of the hours without one.
  const matchesPerHour = Math.log(hours / (hours - candidates))
  const share = (matchesPerHour * hours) / changes
  const rowsToRead = Math.min(tableRows, (MARGIN * needed) / share)
  return (
    sampled * share < needed / 2 && share * (COST_OF_INDEX_ENTRY + COST_OF_MATCH) * tableRows < rowsToRead
  )
}

/** Enough rows to tell a rare keyword from a common one, read in a few milliseconds. */
const SMALL_SAMPLE = 4_000

/** Plans one scan for all matches, with the index to use for the keyword. */
export async function planFullScan(transaction: SearchTransaction, scan: Scan): Promise<Scan> {
  const { keyword } = scan
  if (!keyword) return scan
  const keywordScan = { ...scan, keyword }
  const { end, ...sample } = await scanSample(transaction, keywordScan, {
    ...{ offset: SMALL_SAMPLE, limit: 0 },
    sampleRows: { byTime: SMALL_SAMPLE, byMarks: SMALL_SAMPLE },
  })
  if (!end) return scan
  const { byTrigrams } = chooseIndex(keywordScan, { ...sample, end }, Number.POSITIVE_INFINITY)
  const spans = byTrigrams ? undefined : await findSpans(transaction, keywordScan, end)
  return { ...scan, byTrigrams, spans }
}

type Sample = MatchPage & { scanned: number; end: ScanEnd }

/** `end` is undefined if the page is full or the scan has read all changes. */
async function scanSample(
  { db, setScanMethod }: SearchTransaction,
  scan: KeywordScan,
  { sampleRows, ...page }: SampleOptions,
): Promise<Omit<Sample, 'end'> & { end: ScanEnd | undefined }> {
  const scanned = scan.byMarks ? sampleRows.byMarks : sampleRows.byTime
  await setScanMethod('index')
  const matches = await queries.findInScan(db, scan, { ...page, scanned })
  const isFull = matches.total === page.offset + page.limit
  const trigram = possibleTrigram(scan.keyword) ?? ''
  return {
    ...matches,
    scanned,
    end: isFull ? undefined : await queries.findScanEnd(db, scan, { scanned, trigram }),
  }
}

// Costs relative to reading one row in table order.
const COST_OF_INDEX_ENTRY = 0.4
const COST_OF_MATCH = 8
const COST_OF_MARKED_ROW = 5
/** Factor that lengthens windows: matches are unevenly spread, and a window slightly too short costs a second one. */
const MARGIN = 1.5

/** Chooses the trigram index or time windows by their cost for the matches still needed. */
function chooseIndex(
  scan: KeywordScan,
  { total, scanned, end }: Sample,
  needed: number,
): Pick<Plan, 'byTrigrams' | 'windowMs'> {
  const scannedMs = Math.abs(end.scannedFromMs - end.scannedToMs)
  // Assumes that the rest is as dense in time as the sample.
  const rowsLeft = (scanned * Math.abs(end.scannedToMs - endOfRange(scan, end))) / Math.max(1, scannedMs)
  const share = total / scanned
  const rows = Math.min(rowsLeft, (MARGIN * needed) / share)
  const indexCost = share * (COST_OF_INDEX_ENTRY * end.tableRows + COST_OF_MATCH * rowsLeft)
  const byTrigrams =
    (hasTrigram(scan.keyword) || end.isTrigramIndexed) &&
    indexCost < rows * (scan.byMarks ? COST_OF_MARKED_ROW : 1)
  if (byTrigrams || !(rows < rowsLeft)) return { byTrigrams, windowMs: Number.POSITIVE_INFINITY }
  return { byTrigrams, windowMs: Math.max(1, (scannedMs * rows) / scanned) }
}

/**
 * Where a scan ends at the latest: at the end of the range in scan order, or earlier at the change type's
 * last change.
 */
const endOfRange = ({ order, start, end }: Scan, { lastMs }: ScanEnd): number =>
  order === 'ASC' ? Math.min(end ?? lastMs, lastMs) : Math.max(start ?? lastMs, lastMs)

const HOUR_SECONDS = 3_600
/** Above this fraction of candidate hours, reading the whole range with two parallel workers is quicker. */
const MAX_SHARE_OF_HOURS = 0.5

/**
 * Hours of the range that may contain a keyword too short for the trigram index; undefined for a longer
 * keyword, or if most hours may.
 */
async function findSpans(
  { db, setScanMethod }: SearchTransaction,
  { keyword, changeType, start, end }: TimeRange & Pick<KeywordScan, 'keyword' | 'changeType'>,
  { isTrigramIndexed, lowerKeyword }: ScanEnd,
): Promise<TimeSpan[] | undefined> {
  if (hasTrigram(keyword) || isTrigramIndexed) return undefined
  await setScanMethod('any')
  const { total, candidates } = await findHours(db, { changeType, start, end }, bitsFor(lowerKeyword))
  if (candidates.length > total * MAX_SHARE_OF_HOURS) return undefined
  return candidates.map((hour) => ({ start: hour, end: hour + HOUR_SECONDS }))
}

/**
 * Yields the scans of a plan in order. Each window is longer than the one before; the last may be shorter.
 */
export function* generateWindows(scan: Scan, plan: Plan): Generator<Scan> {
  const { byTrigrams, spans } = plan
  const windows = spans ? generateSpanWindows(scan, plan.end, spans) : generateTimeWindows(scan, plan)
  for (const window of windows) yield { ...window, byTrigrams }
}

const GROWTH = 4

function* generateTimeWindows(scan: Scan, { end, windowMs }: Plan): Generator<Scan> {
  const forward = scan.order === 'ASC' ? 1 : -1
  const last = endOfRange(scan, end)
  let [after, fromMs] = [end.position, end.scannedToMs]
  for (let length = windowMs; ; length *= GROWTH) {
    const boundMs = Math.round(fromMs + forward * length)
    if ((last - boundMs) * forward <= 0) return yield { ...scan, after }
    yield { ...scan, after, ...(forward > 0 ? { end: boundMs } : { start: boundMs }) }
    fromMs = boundMs
    after = positionBeyond(boundMs, forward)
  }
}

/**
 * Number of hours that are read at first. Most of them should have a match, so they fill a page. Later reads cover
 * more hours.
 */
const FIRST_SPANS = 100

function* generateSpanWindows(scan: Scan, end: ScanEnd, spans: readonly TimeSpan[]): Generator<Scan> {
  const remainingSpans = scan.order === 'ASC' ? [...spans] : spans.toReversed()
  for (let count = FIRST_SPANS; remainingSpans.length > 0; count *= GROWTH)
    yield { ...scan, after: end.position, spans: remainingSpans.splice(0, count) }
}

/** The position after all changes at exactly this millisecond, in scan order. */
const positionBeyond = (ms: number, forward: 1 | -1): Position => ({
  effectiveAt: new Date(ms).toISOString().replace('Z', '000Z'),
  changeId: forward > 0 ? Number.MAX_SAFE_INTEGER : 0,
})
