import { expect, vi } from 'vitest'
import { keepListening, type Listener } from './listener.ts'
import { keepDownloading, keepSearching, startSlowUpload } from './long-calls.ts'
import { signInAt } from './person.ts'
import { incident, takeIn } from './records.ts'
import { openAs, type Visit } from './visit.ts'

const SESSIONS = 10
const STREAMS_A_SESSION = 20
const STREAM_REQUESTS_AT_ONCE = 20
const RECOVERS_WITHIN_MS = 30_000

type Site = { url: string; token: string }

export type InUse = {
  streams: readonly Listener[]
  /** Holds it against what a server in use must do after a fault: streams, pages, searches and downloads go on. */
  expectGoesOn: () => Promise<void>
  /** Ends all use. Answers what became of the upload that was under way. */
  end: () => Promise<{ upload: number | 'broken' }>
}

/**
 * Puts a server to use: two hundred event streams, two pages in a browser, an upload that does not end before `end`, a
 * CSV export and a search under way at any moment. Writers and a broadcast are for the test to add (traffic.ts).
 */
export async function useServer({ url, token }: Site): Promise<InUse> {
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => signInAt(url)))
  const streams = await openStreams(
    url,
    sessions.map(({ cookies }) => cookies),
  )
  const pages = await Promise.all([openPage('support', url, '/'), openPage('subscriber', url, '/')])
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
    await vi.waitFor(() => takeIn('incidents', [incident(jiraId)], { url, token }), patience)
    const hasHeard = ({ told }: Listener) =>
      told.some(({ at, what, topics }) => at > since && (what === 'hello' || topics.includes('incidents')))
    await vi.waitFor(() => expect(streams.filter((stream) => !hasHeard(stream))).toHaveLength(0), patience)
    for (const { page } of pages)
      await page.getByRole('article', { name: jiraId }).waitFor({ timeout: RECOVERS_WITHIN_MS })
    for (const calls of [searching, downloading]) {
      const before = calls.succeeded()
      await vi.waitFor(() => expect(calls.succeeded()).toBeGreaterThan(before), patience)
      expect(calls.wrong()).toEqual([])
    }
  }

  return {
    streams,
    expectGoesOn,
    end: async () => {
      const answered = await upload.end()
      await Promise.all([searching.stop(), downloading.stop(), ...streams.map((stream) => stream.leave())])
      expect(pages.flatMap(({ complaints }) => complaints())).toEqual([])
      await Promise.all(pages.map(({ page }) => page.context().close()))
      return { upload: answered }
    },
  }
}

const patience = { timeout: RECOVERS_WITHIN_MS, interval: 100 }

async function openStreams(url: string, sessions: string[]): Promise<Listener[]> {
  const cookies = sessions.flatMap((session) => Array.from({ length: STREAMS_A_SESSION }, () => session))
  const streams: Listener[] = []
  for (let at = 0; at < cookies.length; at += STREAM_REQUESTS_AT_ONCE) {
    const opened = cookies
      .slice(at, at + STREAM_REQUESTS_AT_ONCE)
      .map((session) => keepListening(url, session))
    streams.push(...opened)
    await vi.waitFor(() => expect(opened.filter(({ told }) => told.length === 0)).toHaveLength(0), patience)
  }
  return streams
}

/** What a page and its browser write of a server that is away belongs to the fault. */
const AWAY = /status of 50\d|: 50\d |net::ERR_|Failed to load resource/

async function openPage(role: 'support' | 'subscriber', baseUrl: string, address: string): Promise<Visit> {
  const visit = await openAs(role, address, { baseUrl, outlivesTest: true })
  visit.allow(AWAY)
  await visit.page.getByText('Live', { exact: true }).waitFor()
  return visit
}
