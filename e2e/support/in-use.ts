import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { keepListening, type Listener } from './listener.ts'
import { keepDownloading, keepSearching, startSlowUpload } from './long-calls.ts'
import { signInAt } from './person.ts'
import { incident, ingest } from './records.ts'

const SESSIONS = 10
const STREAMS_A_SESSION = 20
const STREAM_REQUESTS_AT_ONCE = 20
const RECOVERS_WITHIN_MS = 60_000
const CHECKS_EVERY_MS = 100

export type InUse = {
  streams: readonly Listener[]
  /** Throws unless streams, pages, searches and downloads still work, as they must after a fault. */
  expectGoesOn: () => Promise<void>
  /** Ends all use; returns the outcome of the running upload. */
  end: () => Promise<{ upload: number | 'broken' }>
}

type Site = {
  url: string
  token: string
  /** Open browser pages that list the open incidents. */
  pages: readonly Page[]
}

/**
 * Puts a server to use: two hundred event streams, browser pages, an upload that lasts until `end`, and
 * repeated CSV exports and searches. The caller adds writers and a broadcast (traffic.ts).
 */
export async function startUse({ url, token, pages }: Site): Promise<InUse> {
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => signInAt(url)))
  const streams = await openStreams(
    url,
    sessions.map(({ cookies }) => cookies),
  )
  const [session] = sessions
  if (!session) throw new Error('Nobody signed in')
  const upload = await startSlowUpload(session)
  const searching = keepSearching(session)
  const downloading = keepDownloading(session)
  let incidents = 0

  const expectGoesOn = async () => {
    incidents += 1
    const jiraId = `OPI-${8_000 + incidents}`
    const since = performance.now()
    const ingestIncident = () => ingest('incidents', [incident(jiraId)], { url, token }).then(() => true)
    await until('an incident is taken in', () => ingestIncident().catch(() => false))
    const hasHeard = ({ events }: Listener) =>
      events.some(({ at, what, topics }) => at > since && (what === 'hello' || topics.includes('incidents')))
    await until('every stream hears of it', () => streams.every(hasHeard))
    for (const page of pages)
      await page.getByRole('article', { name: jiraId }).waitFor({ timeout: RECOVERS_WITHIN_MS })
    for (const calls of [searching, downloading]) {
      const before = calls.succeeded()
      await until('a search and a download succeed', () => calls.succeeded() > before)
      if (calls.wrong().length > 0) throw new Error(`Answered with ${calls.wrong()}`)
    }
  }

  return {
    streams,
    expectGoesOn,
    end: async () => {
      const answered = await upload.end()
      await Promise.all([searching.stop(), downloading.stop(), ...streams.map((stream) => stream.leave())])
      return { upload: answered }
    },
  }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + RECOVERS_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${RECOVERS_WITHIN_MS} ms: ${what}`)
    await pause(CHECKS_EVERY_MS)
  }
}

async function openStreams(url: string, sessions: string[]): Promise<Listener[]> {
  const cookies = sessions.flatMap((session) => Array.from({ length: STREAMS_A_SESSION }, () => session))
  const streams: Listener[] = []
  for (let index = 0; index < cookies.length; index += STREAM_REQUESTS_AT_ONCE) {
    const opened = cookies
      .slice(index, index + STREAM_REQUESTS_AT_ONCE)
      .map((session) => keepListening(url, session))
    streams.push(...opened)
    await until('streams are open', () => opened.every(({ events }) => events.length > 0))
  }
  return streams
}
