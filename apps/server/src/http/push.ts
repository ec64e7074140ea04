import type { ServerResponse } from 'node:http'
import type { ChangedEvent, HelloEvent, Topic } from '@aviary/contract/push/endpoints'
import * as endpoints from '@aviary/contract/push/endpoints'
import type { Changes } from '../database/changes.ts'
import { type Route, serveStream } from './call.ts'

const LARGEST_BACKLOG_BYTES = 64 * 1024
const HEARTBEAT_MS = 20_000
/** After how long a page that lost its stream connects again. */
const RETRY_MS = 1_000
/** When the process stops, the pages that it had come to the others over this long, not all at once. */
const SPREAD_MS = 1_500
/** How many pages may ask again within a second of a change, as long as that second is enough for all of them. */
const PAGES_A_SECOND = 5_000
const LONGEST_SPREAD_MS = 1_000
/** Below it, pages are few enough to come at once. */
const SHORTEST_SPREAD_MS = 50

export type Push = { route: Route; count: () => number; close: () => void }

type Client = { response: ServerResponse; sessionIdHash: string }

/**
 * Server-sent events: every open page hears what changed, and asks again for what it shows of it.
 * A page that does not read is dropped; its browser connects again by itself.
 */
export function openPush(changes: Changes): Push {
  const clients = new Set<Client>()
  let isClosed = false
  /** What changed before this process listened may have changed just then. */
  const changedAt = new Map<Topic, number>(endpoints.topic.options.map((topic) => [topic, performance.now()]))

  const send = (client: Client, text: string) => {
    client.response.write(text)
    if (client.response.writableLength > LARGEST_BACKLOG_BYTES) client.response.destroy()
  }
  /** A stream that has ended is never written to: it leaves the list first. */
  const end = (client: Client, lastWords?: string) => {
    clients.delete(client)
    client.response.end(lastWords)
  }

  const unsubscribe = changes.subscribe((change) => {
    const { sessions } = change
    for (const client of clients) {
      // A page whose session may have ended connects again by itself, which asks for its session.
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

  const route = serveStream(endpoints.events, (call, response) => {
    // Its page left while its session was looked up: it emits no further `close`.
    if (response.destroyed) return
    const client = { response, sessionIdHash: call.session().idHash }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    response.write(`retry: ${RETRY_MS}\nevent: hello\ndata: ${JSON.stringify(hello(changedAt))}\n\n`)
    if (isClosed) {
      response.end()
      return
    }
    clients.add(client)
    response.on('close', () => clients.delete(client))
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

function hello(changedAt: ReadonlyMap<Topic, number>): HelloEvent {
  const now = performance.now()
  const ago = (changed: number) => Math.floor(now - changed)
  return {
    changed_ms_ago: Object.fromEntries(
      [...changedAt].map(([topic, changed]) => [topic, ago(changed)]),
    ) as HelloEvent['changed_ms_ago'], // of every topic
  }
}

const changed = (event: ChangedEvent): string => `event: changed\ndata: ${JSON.stringify(event)}\n\n`

export function spreadOf(pages: number): Pick<ChangedEvent, 'spread_ms'> {
  const spread = Math.min(LONGEST_SPREAD_MS, Math.round((pages / PAGES_A_SECOND) * 1_000))
  return spread < SHORTEST_SPREAD_MS ? {} : { spread_ms: spread }
}
