import type { Db } from '../../../database/open.ts'
import { bitsFor } from '../ngram-index/ngrams.ts'
import { findHours } from '../ngram-index/queries.ts'
import { hasTrigram, type Keyword, possibleTrigram, type SearchFilters, type TimeRange } from './filters.ts'
import type { Found, Page, Position, Scan, ScanEnd, TimeSpan } from './queries.ts'
import * as queries from './queries.ts'

/**
 * `index`: in the order of an index, and nothing else. `heap`: page by page of the table, because row by row in the order of
 * an index takes more than twice as long over many rows. `any`: whatever the planner takes.
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

/** `enable_seqscan` and its like. */
export const plannerSettings = (method: ScanMethod): Record<string, string> =>
  Object.fromEntries(
    PLANNER_STEPS.map((step) => [`enable_${step}`, DISABLED[method].includes(step) ? 'off' : 'on']),
  )

/** A transaction whose statements share one time limit. */
export type SearchTransaction = { db: Db; setScanMethod: (method: ScanMethod) => Promise<void> }

/** How to read every match of the filters, in whichever order. */
export const scanMethodOf = ({ byMarks }: SearchFilters): ScanMethod => (byMarks ? 'any' : 'heap')

export type KeywordScan = Scan & { keyword: Keyword }

/** How to find the matches behind the end of a sample. */
export type Plan = {
  end: ScanEnd
  /** The trigram index is quicker: one window over everything that is left. */
  byTrigrams: boolean
  /** Length of the first window, which should hold the rest of the page; milliseconds. */
  windowMs: number
  /** The only hours that may have the keyword, by the n-gram index; undefined when it does not help. */
  spans: TimeSpan[] | undefined
}

/** Rows of the first scan: a page of a common keyword is full before, in some 20 milliseconds. */
export const SAMPLE_ROWS = { byTime: 20_000, byMarks: 4_000 }

type SampleOptions = Page & { sampleRows: typeof SAMPLE_ROWS }

/** Scans a sample. Where that does not fill the page, it tells how rare the keyword is, and the rest is planned by it. */
export async function sampleAndPlan(
  transaction: SearchTransaction,
  scan: KeywordScan,
  options: SampleOptions,
): Promise<Found & { plan: Plan | undefined }> {
  const { end, ...sample } = await scanSample(transaction, scan, options)
  if (!end) return { ...sample, plan: undefined }
  const wanted = options.offset + options.limit - sample.total
  const choice = chooseIndex(scan, { ...sample, end }, wanted)
  const rest: KeywordScan =
    scan.order === 'ASC' ? { ...scan, start: Math.floor(end.at) } : { ...scan, end: Math.ceil(end.at) }
  const spans = choice.byTrigrams ? undefined : await findSpans(transaction, rest, end)
  return { ...sample, plan: { ...choice, end, spans } }
}

/** Rows that tell a rare keyword from a common one, in a few milliseconds. */
const SMALL_SAMPLE = 4_000

/** The scan of all matches at once, with the index to use. */
export async function planWhole(transaction: SearchTransaction, scan: Scan): Promise<Scan> {
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

type Sample = Found & { scanned: number; end: ScanEnd }

/** `end` is undefined when the page is full, or when the scan has seen everything. */
async function scanSample(
  { db, setScanMethod }: SearchTransaction,
  scan: KeywordScan,
  { sampleRows, ...page }: SampleOptions,
): Promise<Omit<Sample, 'end'> & { end: ScanEnd | undefined }> {
  const scanned = scan.byMarks ? sampleRows.byMarks : sampleRows.byTime
  await setScanMethod('index')
  const found = await queries.findInScan(db, scan, { ...page, scanned })
  const isFull = found.total === page.offset + page.limit
  const trigram = possibleTrigram(scan.keyword) ?? ''
  return {
    ...found,
    scanned,
    end: isFull ? undefined : await queries.findScanEnd(db, scan, { scanned, trigram }),
  }
}

// Costs, in rows that are read in the order of the table.
const COST_OF_INDEX_ENTRY = 0.4
const COST_OF_MATCH = 8
const COST_OF_MARKED_ROW = 5
/** Matches are not spread evenly: a window that is a little too short costs a second one. */
const MARGIN = 1.5

/** Trigram index or windows of time, by what each costs for so many more matches. */
function chooseIndex(
  scan: KeywordScan,
  { total, scanned, end }: Sample,
  wanted: number,
): Pick<Plan, 'byTrigrams' | 'windowMs'> {
  const scannedMs = Math.abs(end.from - end.at)
  // As if the rest lay as densely in time as the sample.
  const rowsLeft = (scanned * Math.abs(end.at - endOfRange(scan, end))) / Math.max(1, scannedMs)
  const share = total / scanned
  const rows = Math.min(rowsLeft, (MARGIN * wanted) / share)
  const indexCost = share * (COST_OF_INDEX_ENTRY * end.stored + COST_OF_MATCH * rowsLeft)
  const byTrigrams =
    (hasTrigram(scan.keyword) || end.isIndexed) && indexCost < rows * (scan.byMarks ? COST_OF_MARKED_ROW : 1)
  if (byTrigrams || !(rows < rowsLeft)) return { byTrigrams, windowMs: Number.POSITIVE_INFINITY }
  return { byTrigrams, windowMs: Math.max(1, (scannedMs * rows) / scanned) }
}

/** Where the range ends in the direction of the scan, or else all changes of the type. */
const endOfRange = ({ order, start, end }: Scan, { last }: ScanEnd): number =>
  order === 'ASC' ? Math.min(end ?? last, last) : Math.max(start ?? last, last)

const HOUR_SECONDS = 3_600
/** With more hours than this share, reading the whole range by two workers is quicker. */
const MAX_SHARE_OF_HOURS = 0.5

/** Hours of the range that may have a keyword too short for the trigram index; undefined when most do. */
async function findSpans(
  { db, setScanMethod }: SearchTransaction,
  { keyword, changeType, start, end }: TimeRange & Pick<KeywordScan, 'keyword' | 'changeType'>,
  { isIndexed, lowered }: ScanEnd,
): Promise<TimeSpan[] | undefined> {
  if (hasTrigram(keyword) || isIndexed) return undefined
  await setScanMethod('any')
  const { all, having } = await findHours(db, { changeType, start, end }, bitsFor(lowered))
  if (having.length > all * MAX_SHARE_OF_HOURS) return undefined
  return having.map((hour) => ({ start: hour, end: hour + HOUR_SECONDS }))
}

/** The scans that a plan consists of, one behind the other, each over a longer window than the one before. */
export function* windowsOf(scan: Scan, plan: Plan): Generator<Scan> {
  const { byTrigrams, spans } = plan
  const windows = spans ? windowsOfSpans(scan, plan.end, spans) : windowsOfTime(scan, plan)
  for (const window of windows) yield { ...window, byTrigrams }
}

const GROWTH = 4

function* windowsOfTime(scan: Scan, { end, windowMs }: Plan): Generator<Scan> {
  const forward = scan.order === 'ASC' ? 1 : -1
  const last = endOfRange(scan, end)
  let [after, at] = [end.place, end.at]
  for (let length = windowMs; ; length *= GROWTH) {
    const bound = Math.round(at + forward * length)
    if ((last - bound) * forward <= 0) return yield { ...scan, after }
    yield { ...scan, after, ...(forward > 0 ? { end: bound } : { start: bound }) }
    at = bound
    after = behindMillisecond(bound, forward)
  }
}

/** Each span should have a match: these are enough for a page, and the next window has more. */
const FIRST_SPANS = 100

function* windowsOfSpans(scan: Scan, end: ScanEnd, spans: readonly TimeSpan[]): Generator<Scan> {
  const rest = scan.order === 'ASC' ? [...spans] : spans.toReversed()
  for (let count = FIRST_SPANS; rest.length > 0; count *= GROWTH)
    yield { ...scan, after: end.place, spans: rest.splice(0, count) }
}

/** Behind every change of this millisecond. */
const behindMillisecond = (ms: number, forward: 1 | -1): Position => ({
  at: new Date(ms).toISOString().replace('Z', '000Z'),
  changeId: forward > 0 ? Number.MAX_SAFE_INTEGER : 0,
})
