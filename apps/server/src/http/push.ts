import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import * as endpoints from '@aviary/contract/push/endpoints'
import { type ChangedEvent, type HelloEvent, TOPICS, type Topic } from '@aviary/contract/push/rules'
import type { Changes } from '../database/changes.ts'
import { type Route, serveStream } from './call.ts'
import { takeConnection } from './take-connection.ts'

const LARGEST_BACKLOG_BYTES = 64 * 1024
const HEARTBEAT_MS = 20_000
/** Milliseconds before a page that lost its stream reconnects. */
const RETRY_MS = 1_000
/** Period over which the pages of a stopping process spread their reconnects to other processes. */
const SPREAD_MS = 1_500
/**
 * Rate at which pages reload after a change; with more than 5,000 pages it rises, because the spread has a
 * limit.
 */
const PAGES_A_SECOND = 5_000
const LONGEST_SPREAD_MS = 1_000
/** Milliseconds; a shorter spread is omitted, because so few pages may reload at the same time. */
const SHORTEST_SPREAD_MS = 50

export type Push = { route: Route; count: () => number; close: () => void }

type Client = { stream: Writable; sessionIdHash: string }

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/**
 * Server-sent events: every open page learns which topics changed and reloads the data it shows of them. A
 * page that does not read its stream is dropped; its browser reconnects by itself.
 */
export function openPush(changes: Changes): Push {
  const clients = new Set<Client>()
  let isClosed = false
  /** All topics count as changed at the start, because changes before this process listened are unknown. */
  const changedAt = new Map<Topic, number>(TOPICS.map((topic) => [topic, performance.now()]))

  const send = ({ stream }: Client, text: string) => {
    stream.write(text, 'latin1')
    if (stream.writableLength > LARGEST_BACKLOG_BYTES) stream.destroy()
  }
  /** Removes the stream from the list before ending it, so that it is never written to afterwards. */
  const end = (client: Client, lastWords?: string) => {
    clients.delete(client)
    endStream(client.stream, lastWords)
  }

  const unsubscribe = changes.subscribe((change) => {
    const { sessions } = change
    for (const client of clients) {
      // Ends the stream of a page whose session may have ended: the page reconnects, which checks the
      // session.
      if (sessions === 'unknown' || sessions.includes(client.sessionIdHash)) end(client)
    }
    if (change.topics.length === 0) return
    for (const topic of change.topics) changedAt.set(topic, performance.now())
    const text = changed({ topics: change.topics, ...spreadOf(clients.size) })
    for (const client of clients) send(client, text)
  })

  const heartbeat = setInterval(() => {
    for (const client of clients) send(client, ': still here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()

  const route = serveStream(endpoints.events, (session, response) => {
    // The page disconnected during the session lookup; no further `close` event would remove the client from
    // the set.
    if (response.destroyed) return
    const text = `retry: ${RETRY_MS}\nevent: hello\ndata: ${JSON.stringify(hello(changedAt))}\n\n`
    const stream = takeConnection(response, { headers: HEADERS, text })
    if (stream.writableEnded) return
    if (isClosed) {
      endStream(stream)
      return
    }
    const client = { stream, sessionIdHash: session.idHash }
    clients.add(client)
    stream.on('close', () => clients.delete(client))
    if (!(stream instanceof Socket)) return
    // A page sends nothing after its request; what else came would go unread.
    stream.on('data', () => stream.destroy())
    stream.on('error', () => undefined) // `close` follows
  })

  return {
    route,
    count: () => clients.size,
    close: () => {
      isClosed = true
      clearInterval(heartbeat)
      unsubscribe()
      const stepMs = SPREAD_MS / clients.size
      for (const [index, client] of [...clients].entries())
        end(client, `retry: ${Math.round(RETRY_MS / 2 + index * stepMs)}\n\n`)
    },
  }
}

/** Without waiting for a page that has not read what it was sent, or that does not close its side. */
function endStream(stream: Writable, lastWords?: string): void {
  if (stream.writableLength > 0) stream.destroy()
  else if (!(stream instanceof Socket)) stream.end(lastWords)
  else {
    if (lastWords !== undefined) stream.write(lastWords)
    stream.destroySoon()
  }
}

function hello(changedAt: ReadonlyMap<Topic, number>): HelloEvent {
  const now = performance.now()
  const ago = (changed: number) => Math.floor(now - changed)
  return {
    changed_ms_ago: Object.fromEntries(
      [...changedAt].map(([topic, changed]) => [topic, ago(changed)]),
    ) as HelloEvent['changed_ms_ago'], // `changedAt` has every topic
  }
}

const changed = (event: ChangedEvent): string => `event: changed\ndata: ${JSON.stringify(event)}\n\n`

export function spreadOf(pages: number): Pick<ChangedEvent, 'spread_ms'> {
  const spread = Math.min(LONGEST_SPREAD_MS, Math.round((pages / PAGES_A_SECOND) * 1_000))
  return spread < SHORTEST_SPREAD_MS ? {} : { spread_ms: spread }
}
