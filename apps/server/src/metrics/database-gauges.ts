import { setTimeout } from 'node:timers/promises'
import { TOKEN_WARNS_DAYS } from '@aviary/contract/administration/rules'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import { hasCode, QUERY_CANCELED } from '../database/error-code.ts'
import type { Db } from '../database/open.ts'
import { isReadOnly, readWithin } from '../database/read-within.ts'
import { countTokensEnding } from '../features/administration/public.ts'
import { getUnsealed, listLastActions } from '../features/audit/public.ts'
import { getOverdueUpdates } from '../features/incidents/public.ts'
import { getOverdueNotifications } from '../features/notifications/public.ts'
import { listRuns } from '../features/retention/public.ts'
import { getQueueState } from '../mail/public.ts'
import { sourceByAction } from './sources.ts'

/**
 * Time limit for reading the database: a scrape times out after 10 seconds by default, and checking its token
 * takes part of that time.
 */
const ANSWERS_WITHIN_MS = 2_000

type DatabaseParts = { db: Db; clock: Clock; onError: (error: unknown) => void }

/**
 * Gauges read from the database, the same in every process. Call the returned function before a scrape. It
 * never fails: gauges that cannot be read in time are omitted. `aviary_database_up` is then 0, unless the
 * database itself ended a slow query.
 */
export function openDatabaseGauges(registry: Registry, { db, clock, onError }: DatabaseParts) {
  const { up, show, leaveOut } = openGauges(registry)
  let reading: Promise<void> | undefined
  const read = async () => {
    try {
      const now = clock()
      show(await readAll(db, now), now)
      up.set(1)
    } catch (error) {
      onError(error)
      up.set(hasCode(error, QUERY_CANCELED) ? 1 : 0)
      leaveOut()
    } finally {
      reading = undefined
    }
  }
  return async (): Promise<void> => {
    reading ??= read()
    const isRead = await Promise.race([
      reading.then(() => true),
      setTimeout(ANSWERS_WITHIN_MS, false, { ref: false }),
    ])
    if (isRead) return
    up.set(0)
    leaveOut()
  }
}

type GaugeRows = Awaited<ReturnType<typeof readAll>>

const secondsBetween = (since: Date | null, now: Date): number =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0

/** Gauges with one value: name, help text, and how to read the value from the rows. */
const PLAIN: [name: string, help: string, read: (rows: GaugeRows, now: Date) => number][] = [
  [
    'aviary_database_read_only',
    '1 while the database accepts no writes',
    ({ isReadOnly }) => (isReadOnly ? 1 : 0),
  ],
  [
    'aviary_mail_queue_oldest_age_seconds',
    'Age of the oldest mail that is still to be sent; 0 without one',
    ({ queue }, now) => secondsBetween(queue.oldest, now),
  ],
  [
    'aviary_notifications_overdue',
    'Scheduled notifications whose send time has passed',
    ({ overdue }) => overdue.notifications,
  ],
  [
    'aviary_notifications_longest_overdue_seconds',
    'How long the send time of the oldest of them has passed; 0 without one',
    ({ overdue }, now) => secondsBetween(overdue.since, now),
  ],
  [
    'aviary_next_updates_overdue',
    'Open incidents whose promised update was not posted in time',
    ({ updates }) => updates.incidents,
  ],
  [
    'aviary_next_updates_longest_overdue_seconds',
    'How long the oldest of these updates is overdue; 0 without one',
    ({ updates }, now) => secondsBetween(updates.since, now),
  ],
  [
    'aviary_service_tokens_ending',
    `Live service tokens that end within ${TOKEN_WARNS_DAYS} days`,
    ({ tokensEnding }) => tokensEnding,
  ],
  [
    'aviary_audit_unsealed_rows',
    'Audit rows that wait for their seal, up to 100,000',
    ({ unsealed }) => unsealed.rows,
  ],
  [
    'aviary_audit_oldest_unsealed_age_seconds',
    'Age of the oldest audit row that waits for its seal; 0 without one',
    ({ unsealed }, now) => secondsBetween(unsealed.oldest, now),
  ],
]

function openGauges(registry: Registry) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('aviary_database_up', '1 when the database answered within two seconds')
  const queueHelp = 'Mails that are not sent, by state, up to 100,000 of each'
  const queue = gauge('aviary_mail_queue_mails', queueHelp, ['state'])
  const lastHelp = 'When a source was last accepted; absent until its first time'
  const lastIngested = gauge('aviary_ingest_last_timestamp_seconds', lastHelp, ['source'])
  const kindLabel = ['kind']
  const retained = gauge('aviary_retention_rows', 'Old rows that were ever deleted, by kind', kindLabel)
  const retainedAt = gauge(
    'aviary_retention_last_timestamp_seconds',
    'When every old row of a kind was last deleted; absent until its first time',
    kindLabel,
  )
  const plain = PLAIN.map(([name, help, read]) => ({ each: gauge(name, help), read }))
  return {
    up,
    show: (rows: GaugeRows, now: Date) => {
      for (const { each, read } of plain) each.set(read(rows, now))
      for (const [state, mails] of Object.entries(rows.queue.mails)) queue.set({ state }, mails)
      for (const [action, at] of rows.lastActions)
        lastIngested.set({ source: sourceByAction.get(action) ?? action }, at.getTime() / 1_000)
      retainedAt.reset()
      for (const { kind, deleted, finishedAt } of rows.retained) {
        retained.set({ kind }, deleted)
        if (finishedAt) retainedAt.set({ kind }, finishedAt.getTime() / 1_000)
      }
    },
    leaveOut: () => {
      for (const { each } of plain) each.remove()
      queue.reset()
      lastIngested.reset()
      retained.reset()
      retainedAt.reset()
    },
  }
}

const readAll = (db: Db, now: Date) =>
  readWithin(db, ANSWERS_WITHIN_MS, async (transaction) => ({
    isReadOnly: await isReadOnly(transaction),
    queue: await getQueueState(transaction),
    overdue: await getOverdueNotifications(transaction, now),
    updates: await getOverdueUpdates(transaction, now),
    tokensEnding: await countTokensEnding(transaction, now),
    unsealed: await getUnsealed(transaction),
    retained: await listRuns(transaction),
    lastActions: await listLastActions(transaction, [...sourceByAction.keys()]),
  }))
