import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { keepListening, type Listener } from '../e2e/support/listener.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { connectBare, type Measure, median, signIn } from './product.ts'

const ROUNDS = 200
const CUTS = 20
/** Longest time until an open page hears of what somebody wrote. */
const HEARD_WITHIN_MS = 1_000
/** The same if its stream was ended, which it opens again after a second. */
const OPENED_WITHIN_MS = 2_000

/**
 * How long the page of one process takes to hear of a write to another, on one PostgreSQL server, beside a bare
 * notification between two connections; and how long after the connections to the database were cut.
 */
export async function push(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-push-'))
  const database = await startPostgres15(folder)
  const environment = { DATABASE_URL: database.url, LOG_LEVEL: 'error' }
  const [writer, reader] = [await startBuiltServer(environment), await startBuiltServer(environment)]
  const bare = await connectBare(database.url)
  const { write, cookies } = await signIn(writer.url, 'ada.admin@acme.example')
  const listener = keepListening(reader.url, cookies)
  let isShown = false
  const writeBanner = () => {
    isShown = !isShown
    return write('POST', '/api/banner', ['Update Banner', { display: isShown }])
  }
  try {
    while (listener.events.length === 0) await nextLook()
    const [ours, notified] = [[] as number[], [] as number[]]
    const notify = await openNotification(database.url, bare)
    for (let round = 0; round < ROUNDS; round += 1) {
      const sentAt = performance.now()
      const isHeard = heard(listener, sentAt)
      await writeBanner()
      ours.push((await isHeard) - sentAt)
      notified.push(await notify.measure())
    }
    await notify.close()

    const afterCuts: number[] = []
    for (let cut = 0; cut < CUTS; cut += 1) {
      await bare.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
      const sentAt = await untilWritten(writeBanner)
      afterCuts.push((await heard(listener, sentAt)) - sentAt)
    }
    const slowest = Math.max(...ours)
    return [
      {
        name: `a write is heard in another process, median of ${ROUNDS} ÷ a bare notification`,
        ...{ ours: `${median(ours).toFixed(1)} ms`, reference: `${median(notified).toFixed(1)} ms` },
        ...{ ratio: (median(ours) / median(notified)).toFixed(2), target: '–' },
      },
      within(`the slowest of ${ROUNDS}`, slowest, HEARD_WITHIN_MS),
      within(
        `after all connections to the database were cut, the slowest of ${CUTS}`,
        Math.max(...afterCuts),
        OPENED_WITHIN_MS,
      ),
    ]
  } finally {
    await listener.leave()
    await bare.end()
    await Promise.all([writer.stop(), reader.stop()])
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const within = (name: string, ms: number, most: number): Measure => ({
  name,
  ...{ ours: `${ms.toFixed(0)} ms`, reference: `${most} ms` },
  ...{ ratio: (ms / most).toFixed(2), target: '≤ 1', isMet: ms <= most },
})

const nextLook = () => new Promise((resolve) => setTimeout(resolve, 1))

/** When the listener first heard of the banner after a moment, or got a new stream, as a page then reloads everything. */
async function heard({ events }: Listener, after: number): Promise<number> {
  for (;;) {
    const found = events.find(
      ({ at, what, topics }) => at >= after && (what === 'hello' || topics.includes('banner')),
    )
    if (found) return found.at
    await nextLook()
  }
}

/**
 * Writes as soon as the process answers again; returns when the write was sent. While its connections are replaced, it
 * answers 503.
 */
async function untilWritten(write: () => Promise<unknown>): Promise<number> {
  for (;;) {
    const sentAt = performance.now()
    try {
      await write()
      return sentAt
    } catch (error) {
      if (!String(error).includes(' 503 ')) throw error
    }
  }
}

/** A committed notification from one connection to another, as PostgreSQL delivers it. */
async function openNotification(url: string, sender: pg.Client) {
  const receiver = new pg.Client({ connectionString: url })
  await receiver.connect()
  await receiver.query('listen bench')
  return {
    measure: async () => {
      const startedAt = performance.now()
      const isHeard = new Promise<number>((resolve) =>
        receiver.once('notification', () => resolve(performance.now() - startedAt)),
      )
      await sender.query("select pg_notify('bench', '')")
      return isHeard
    },
    close: () => receiver.end(),
  }
}
