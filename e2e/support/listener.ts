import { setTimeout as pause } from 'node:timers/promises'

/** An event that a page received, and when; `lost` is the end of its stream. */
export type ReceivedEvent = { at: number; what: 'hello' | 'changed' | 'lost'; topics: readonly string[] }

export type Listener = {
  events: ReceivedEvent[]
  /** For each reconnection: milliseconds between the end of the wait that the server asked for and the new stream. */
  delays: number[]
  /** Statuses or errors received instead of a stream. */
  refused: (number | string)[]
  leave: () => Promise<void>
}

/** Listens like an open page, and reconnects after the time that the server asked for. */
export function keepListening(url: string, cookies: string): Listener {
  const listener = {
    events: [] as ReceivedEvent[],
    delays: [] as number[],
    refused: [] as (number | string)[],
  }
  const leaving = new AbortController()
  let retryMs = 1_000
  /** Time at which the listener may reconnect; undefined while the stream is open. */
  let dueAt: number | undefined

  const hear = (block: string) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
    )
    retryMs = Number(fields.get('retry') ?? retryMs)
    const what = fields.get('event')
    if (what !== 'hello' && what !== 'changed') return
    const { topics = [] } = JSON.parse(fields.get('data') ?? '{}') as { topics?: string[] }
    const now = performance.now()
    listener.events.push({ at: now, what, topics })
    if (what !== 'hello' || dueAt === undefined) return
    listener.delays.push(now - dueAt)
    dueAt = undefined
  }

  const listen = async () => {
    const headers = { cookie: cookies, accept: 'text/event-stream' }
    const response = await fetch(`${url}/api/events`, { headers, signal: leaving.signal })
    if (response.status !== 200) listener.refused.push(response.status)
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        hear(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  }

  const run = async () => {
    while (!leaving.signal.aborted) {
      const hellos = countHellos(listener.events)
      // A stream that breaks is treated like one that ends.
      await listen().catch((error: unknown) => {
        if (countHellos(listener.events) === hellos) listener.refused.push(String(error))
      })
      if (leaving.signal.aborted) return
      const now = performance.now()
      listener.events.push({ at: now, what: 'lost', topics: [] })
      dueAt ??= now + retryMs
      await pause(retryMs)
    }
  }

  const running = run()
  return {
    ...listener,
    leave: async () => {
      leaving.abort()
      await running
    },
  }
}

const countHellos = (events: readonly ReceivedEvent[]): number =>
  events.filter(({ what }) => what === 'hello').length

/**
 * Writes of which a listener was not notified within `withinMs`. If the listener was disconnected, any later
 * `hello` suffices, because a page then reloads everything.
 */
export const missed = (
  { events }: Pick<Listener, 'events'>,
  writes: readonly { sentAt: number; answeredAt: number; topic: string }[],
  withinMs: number,
) =>
  writes.filter(({ sentAt, answeredAt, topic }) => {
    const isConnected = events.findLast(({ at, what }) => at < sentAt && what !== 'changed')?.what === 'hello'
    const until = answeredAt + withinMs
    const after = events.filter(({ at }) => at >= sentAt && at <= until)
    if (after.some(({ what, topics }) => what === 'changed' && topics.includes(topic))) return false
    // A listener without a stream during the write reloads everything once it gets a `hello`.
    const isAway = !isConnected || after.some(({ what }) => what === 'lost')
    return !(isAway && events.some(({ at, what }) => what === 'hello' && at >= sentAt))
  })
