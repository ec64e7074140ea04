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

/** Whether this page hears of changes at once, or is left with polling. */
export const usePushState = (): PushState =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => state,
  )

/** A hidden page only takes note; it asks again when it is seen. */
const whoAsks = () => (document.hidden ? 'none' : 'active')

/** Of all queries, or of those whose key begins so: each begins with the topic it belongs to. */
function refresh(client: QueryClient, filter: { queryKey?: readonly string[] }): void {
  // Who is asking already may be told what was before the change. What has an answer asks anew at once; else asking again
  // would only join the question that is under way, and its answer would end the note: so that comes first.
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

/** What changed while this page was being loaded, after it may have read it and before it could hear of it. */
function changedSinceLoad(hello: string): Topic[] {
  const told = helloEvent.safeParse(JSON.parse(hello))
  if (!told.success) return []
  const ages = Object.entries(told.data.changed_ms_ago) as [Topic, number][]
  return ages.filter(([, age]) => age <= performance.now()).map(([topic]) => topic)
}

/** Between half of it and one and a half: not all pages at once. */
const OPENS_AGAIN_MS = 5_000

/** Listens to the server's changes and asks again for what they touch. Polling goes on beside it. */
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
      // The browser connects again by itself, unless it was answered something else: a proxy has nobody to ask, or the
      // session has ended, which asking for it tells.
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
