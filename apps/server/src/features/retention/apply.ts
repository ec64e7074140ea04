import { setTimeout as pause } from 'node:timers/promises'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../database/changes.ts'
import { holdLock } from '../../database/hold-lock.ts'
import type { Db } from '../../database/open.ts'
import { createAudit } from '../audit/public.ts'
import { DELETIONS } from './deletions.ts'
import { KIND_NAMES, KINDS, type KindName, type RetentionDays } from './kinds.ts'
import * as queries from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ROWS_PER_BATCH = 500
/** A pause is this many times as long as the batch before, so that the database is free for most of the time. */
const PAUSES_PER_BATCH = 3
const SHORTEST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 2_000
/** Open pages hear of a long run from time to time, and of its end. */
const ANNOUNCES_EVERY_MS = 10_000

export type RetentionParts = {
  db: Db
  /** Of the same database. */
  url: string
  clock: Clock
  changes: Pick<Changes, 'announce' | 'apply'>
  days: RetentionDays
}

type Counts = Record<string, number>
type Run = {
  /** For the audit log. */
  author: string
  kinds: readonly KindName[]
  mayGoOn?: () => boolean
  /** Called after each batch with the rows that this run deleted of a kind. */
  onBatch?: (kind: KindName, rows: number) => void | Promise<void>
  rowsPerBatch?: number
}

export type Applied = { kind: KindName; rows: Counts }

/**
 * Deletes the old rows of some kinds in small transactions with pauses in between. Returns undefined if another process
 * does so now, else what was audited. A stopped run is continued by the next one.
 */
export async function applyRetention(parts: RetentionParts, run: Run): Promise<Applied[] | undefined> {
  const release = await holdLock(parts.url, 'retention')
  if (!release) return undefined
  const [applied, faults]: [Applied[], unknown[]] = [[], []]
  try {
    for (const kind of run.kinds) {
      if (run.mayGoOn?.() === false) break
      // A kind that cannot be deleted keeps no other from it.
      const rows = await applyKind(parts, { ...run, kind }).catch((error: unknown) => void faults.push(error))
      if (rows) applied.push({ kind, rows })
    }
  } finally {
    await release()
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Not every kind of old rows was deleted')
  return applied
}

type KindRun = Run & { kind: KindName }

/** Returns what was audited; undefined if the run was stopped before its end. */
async function applyKind(parts: RetentionParts, run: KindRun): Promise<Counts | undefined> {
  const { kind, mayGoOn = () => true, onBatch, rowsPerBatch = ROWS_PER_BATCH } = run
  const { steps } = DELETIONS[kind]
  const days = parts.days[kind]
  const now = parts.clock()
  const batch = {
    before: days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS),
    ...{ now, limit: rowsPerBatch, positions: new Map<string, string>() },
  }
  let total = 0
  let announcedAt = performance.now()
  for (let step = batch.before ? 0 : steps.length; mayGoOn(); ) {
    const startedAt = performance.now()
    const { topics } = KINDS[kind]
    const isAnnounced = startedAt - announcedAt > ANNOUNCES_EVERY_MS
    const deleted = await parts.db.transaction(async (transaction) => {
      const rows = await deleteBatch(transaction, { ...batch, kind, step })
      if (rows > 0 && isAnnounced)
        await parts.changes.announce(transaction, { topics: [...topics], sessions: [] })
      return rows
    })
    if (deleted === 0) step += 1
    if (step >= steps.length) return finishRun(parts, { ...run, days })
    if (steps[step]?.rows) total += deleted
    if (deleted > 0 && isAnnounced) {
      parts.changes.apply({ topics: [...topics], sessions: [] })
      announcedAt = startedAt
    }
    if (deleted > 0) {
      await onBatch?.(kind, total)
      const tookMs = performance.now() - startedAt
      await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, tookMs * PAUSES_PER_BATCH)))
    }
  }
  return undefined
}

type StepBatch = {
  kind: KindName
  step: number
  before: Date | undefined
  now: Date
  limit: number
  positions: Map<string, string>
}

/** Deletes one batch and adds its rows, in the same transaction, to those that are not audited yet. */
async function deleteBatch(db: Db, { kind, step, before, ...batch }: StepBatch): Promise<number> {
  const { rows, run } = DELETIONS[kind].steps[step] ?? {}
  if (!run || !before) return 0
  const state = await queries.lockRun(db, kind)
  const deleted = await run(db, { ...batch, before })
  if (deleted === 0 || !rows) return deleted
  await queries.updateRun(db, kind, {
    unaudited: { ...state.unaudited, [rows]: (state.unaudited[rows] ?? 0) + deleted },
    goneBefore: state.goneBefore && state.goneBefore > before ? state.goneBefore : before,
    deleted: state.deleted + deleted,
  })
  return deleted
}

/** Ends the run of a kind: audits its deletions and those of a stopped run before it, and notifies open pages. */
async function finishRun(
  { db, clock, changes }: RetentionParts,
  { kind, author, days }: KindRun & { days: number | undefined },
): Promise<Counts> {
  const now = clock()
  const change = { topics: [...KINDS[kind].topics], sessions: [] }
  const rows = await db.transaction(async (transaction) => {
    const { unaudited, goneBefore } = await queries.lockRun(transaction, kind)
    await queries.updateRun(transaction, kind, { unaudited: {}, finishedAt: days === undefined ? null : now })
    if (Object.keys(unaudited).length === 0) return unaudited
    await createAudit(transaction, {
      applicationName: APPLICATION_NAME,
      userEmail: author,
      actionName: 'Delete Old Rows',
      createdDate: now,
      context: { kind, days: days ?? null, before: goneBefore?.toISOString() ?? null, rows: unaudited },
    })
    await changes.announce(transaction, change)
    return unaudited
  })
  if (Object.keys(rows).length > 0) changes.apply(change)
  return rows
}

/** Kinds whose last completed run is a day old, and kinds that are kept for good again but have a run to end. */
export async function listDueKinds(db: Db, days: RetentionDays, now: Date): Promise<KindName[]> {
  const runs = new Map((await queries.listRuns(db)).map((run) => [run.kind, run]))
  return KIND_NAMES.filter((kind) => {
    const run = runs.get(kind)
    if (days[kind] === undefined)
      return run !== undefined && (run.finishedAt !== null || Object.keys(run.unaudited).length > 0)
    return !run?.finishedAt || Math.abs(now.getTime() - run.finishedAt.getTime()) >= DAY_MS
  })
}

export type KindOverview = { kind: KindName; days: number | undefined; older: number | undefined }

/** What is kept how long, and how many rows are older now; undefined where everything is kept. */
export async function listOverview(db: Db, days: RetentionDays, now: Date): Promise<KindOverview[]> {
  const overview: KindOverview[] = []
  for (const kind of KIND_NAMES) {
    const kept = days[kind]
    const before = kept === undefined ? undefined : new Date(now.getTime() - kept * DAY_MS)
    overview.push({ kind, days: kept, older: before && (await DELETIONS[kind].count(db, before)) })
  }
  return overview
}
