import { type ChangedEvent, changedEvent, helloEvent, type Topic } from '@aviary/contract/push/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sessionQuery } from './session.ts'

export type PushState = 'connecting' | 'open' | 'lost'

let state: PushState = 'connecting'
const watchers = new Set<() => void>()

function setState(next: PushState): void {
  state = next
  for (const watcher of watchers) watcher()
}

/** Whether this page receives changes by push or depends on polling. */
export const usePushState = (): PushState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => state,
  )

/** A hidden page only marks its queries as stale; they refetch when it becomes visible. */
const whoAsks = () => (document.hidden ? 'none' : 'active')

/** Refreshes all queries, or those whose key starts with `queryKey`; the first part of a key is its topic. */
function refresh(client: QueryClient, filter: { queryKey?: readonly string[] }): void {
  // A fetch in progress may return data from before the change. With data on screen, invalidating restarts it;
  // without, the fetch would continue and clear the mark, so invalidate again after it ends.
  for (const query of client.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined && query.isActive() && !document.hidden) continue
    const again = () =>
      client.invalidateQueries(
        { queryKey: query.queryKey, exact: true, refetchType: whoAsks() },
        { cancelRefetch: false },
      )
    query.promise?.then(again, again)
  }
  client.invalidateQueries({ ...filter, refetchType: whoAsks() })
}

/** Topics that changed while this page was loading, before it was connected. */
function changedSinceLoad(hello: string): Topic[] {
  const told = helloEvent.safeParse(JSON.parse(hello))
  if (!told.success) return []
  const ages = Object.entries(told.data.changed_ms_ago) as [Topic, number][]
  return ages.filter(([, age]) => age <= performance.now()).map(([topic]) => topic)
}

/** Mean delay; each page waits 0.5 to 1.5 times as long, so that they do not reconnect all at once. */
const OPENS_AGAIN_MS = 5_000

/** Refreshes queries when the server reports changes of their topic; polling continues as well. */
export function openPush(client: QueryClient): () => void {
  let wasLost = false
  let source: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  let turn: ReturnType<typeof setTimeout> | undefined
  const waiting = new Set<Topic>()

  const refreshWaiting = () => {
    turn = undefined
    for (const topic of waiting) refresh(client, { queryKey: [topic] })
    waiting.clear()
  }

  const hear = ({ topics, spread_ms: spread }: ChangedEvent) => {
    for (const topic of topics) waiting.add(topic)
    if (!spread) refreshWaiting()
    else turn ??= setTimeout(refreshWaiting, Math.random() * spread)
  }

  const open = () => {
    source = new EventSource('/api/events')
    source.addEventListener('hello', (event) => {
      if (!wasLost) hear({ topics: changedSinceLoad(event.data) })
      else refresh(client, {})
      wasLost = false
      setState('open')
    })
    source.addEventListener('changed', (event) => {
      const parsed = changedEvent.safeParse(JSON.parse(event.data))
      if (parsed.success) hear(parsed.data)
    })
    source.addEventListener('error', () => {
      wasLost = true
      setState('lost')
      // The browser reconnects by itself unless the answer was not a stream: the server is down, or the session has
      // ended, which the session query finds out.
      if (source.readyState !== EventSource.CLOSED) return
      refresh(client, { queryKey: sessionQuery.queryKey })
      again = setTimeout(open, OPENS_AGAIN_MS * (0.5 + Math.random()))
    })
  }

  open()
  return () => {
    clearTimeout(again)
    clearTimeout(turn)
    source.close()
  }
}
