import { type ChangedEvent, readChanged, readHello, type Topic } from '@aviary/contract/push/rules'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { refreshQueries } from './refresh-queries.ts'
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

/** Topics that changed after this page began to load and before its event stream was open. */
function changedSinceLoad(hello: string): Topic[] {
  const ages = Object.entries(readHello(JSON.parse(hello))?.changed_ms_ago ?? {}) as [Topic, number][]
  return ages.filter(([, age]) => age <= performance.now()).map(([topic]) => topic)
}

/** Mean delay; each page waits 0.5 to 1.5 times as long, so that not all pages reconnect at once. */
const RECONNECT_DELAY_MS = 5_000

/** Refreshes queries when the server reports changes of their topic; polling continues as well. */
export function openPush(client: QueryClient): () => void {
  let wasLost = false
  let source: EventSource
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let spreadTimer: ReturnType<typeof setTimeout> | undefined
  const pendingTopics = new Set<Topic>()

  const refreshPending = () => {
    spreadTimer = undefined
    for (const topic of pendingTopics) refreshQueries(client, { queryKey: [topic] })
    pendingTopics.clear()
  }

  const onChange = ({ topics, spread_ms: spread }: ChangedEvent) => {
    for (const topic of topics) pendingTopics.add(topic)
    if (!spread) refreshPending()
    else spreadTimer ??= setTimeout(refreshPending, Math.random() * spread)
  }

  const open = () => {
    source = new EventSource('/api/events')
    source.addEventListener('hello', (event) => {
      if (!wasLost) onChange({ topics: changedSinceLoad(event.data) })
      else refreshQueries(client, {})
      wasLost = false
      setState('open')
    })
    source.addEventListener('changed', (event) => {
      const change = readChanged(JSON.parse(event.data))
      if (change) onChange(change)
    })
    source.addEventListener('error', () => {
      wasLost = true
      setState('lost')
      // The browser reconnects by itself, except after an answer that is not a stream: then the server is
      // down or the session has ended. The session query finds out which.
      if (source.readyState !== EventSource.CLOSED) return
      refreshQueries(client, { queryKey: sessionQuery.queryKey })
      reconnectTimer = setTimeout(open, RECONNECT_DELAY_MS * (0.5 + Math.random()))
    })
  }

  open()
  return () => {
    clearTimeout(reconnectTimer)
    clearTimeout(spreadTimer)
    source.close()
  }
}
