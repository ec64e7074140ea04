import { TOPICS } from '@aviary/contract/push/rules'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { openPush } from './push.ts'

/**
 * An EventSource that fails on request, as browsers do for an answer without a stream (CLOSED) or an ended stream.
 */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 0
  constructor() {
    super()
    FakeEventSource.opened.push(this)
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}

const LONG = { timeout: 30_000 }

afterEach(() => {
  FakeEventSource.opened = []
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open() {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  return { close: openPush(client), client, invalidate }
}

test('checks the session after a refused connection, reconnects and refreshes everything', () => {
  const { close, invalidate } = open()
  FakeEventSource.opened[0]?.fail(FakeEventSource.CLOSED)
  vi.advanceTimersByTime(8_000)
  expect(FakeEventSource.opened).toHaveLength(2)
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['rights', 'session']])
  FakeEventSource.opened[1]?.dispatchEvent(new Event('hello'))
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    ['rights', 'session'],
    undefined,
  ])
  close()
})

const changed = (data: object) => Object.assign(new Event('changed'), { data: JSON.stringify(data) })

test('refreshes at once without spread_ms, else once after a random delay for all topics received', () => {
  const { close, invalidate } = open()
  const refreshedTopics = () => invalidate.mock.calls.map(([filter]) => filter?.queryKey?.[0])
  FakeEventSource.opened[0]?.dispatchEvent(changed({ topics: ['status'] }))
  expect(refreshedTopics()).toEqual(['status'])

  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (const topics of [['status'], ['status', 'incidents']])
    FakeEventSource.opened[0]?.dispatchEvent(changed({ topics, spread_ms: 1_000 }))
  vi.advanceTimersByTime(499)
  expect(refreshedTopics()).toEqual(['status'])
  vi.advanceTimersByTime(1)
  expect(refreshedTopics()).toEqual(['status', 'status', 'incidents'])

  FakeEventSource.opened[0]?.dispatchEvent(changed({ topics: ['banner'], spread_ms: 1_000 }))
  close()
  vi.advanceTimersByTime(2_000)
  expect(refreshedTopics()).not.toContain('banner')
})

test('lets the browser reconnect an ended stream, and opens none after close', () => {
  const { close } = open()
  FakeEventSource.opened[0]?.fail(0)
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  FakeEventSource.opened[0]?.fail(FakeEventSource.CLOSED)
  close()
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
})

const hello = (data: object) => Object.assign(new Event('hello'), { data: JSON.stringify(data) })

test('refreshes only the topics that changed while the page was loading', () => {
  const { close, invalidate } = open()
  vi.spyOn(performance, 'now').mockReturnValue(3_000)
  const longAgo = Object.fromEntries(TOPICS.map((name) => [name, 3_001]))
  FakeEventSource.opened[0]?.dispatchEvent(hello({ changed_ms_ago: { ...longAgo, security: 2_999 } }))
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey?.[0])).toEqual(['security'])
  close()
})

test('reads once more, after the first answer, what changed during the first read', async () => {
  const { close, client } = open()
  const resolveAnswers: ((value: string) => void)[] = []
  const read = vi.fn(() => new Promise<string>((answer) => resolveAnswers.push(answer)))
  const observer = new QueryObserver(client, { queryKey: ['security'], queryFn: read })
  const unsubscribe = observer.subscribe(() => undefined)
  for (const topics of [['security'], ['status', 'security']])
    FakeEventSource.opened[0]?.dispatchEvent(changed({ topics }))
  expect(read).toHaveBeenCalledTimes(1)
  resolveAnswers[0]?.('before')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), LONG)
  expect(observer.getCurrentResult().data).toBe('before')
  resolveAnswers[1]?.('after')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'), LONG)
  expect(read).toHaveBeenCalledTimes(2)
  unsubscribe()
  close()
})

test('marks as invalid what changed while a hidden page was reading it', async () => {
  const { close, client } = open()
  const resolveAnswers: ((value: string) => void)[] = []
  const read = () => new Promise<string>((answer) => resolveAnswers.push(answer))
  client.fetchQuery({ queryKey: ['security'], queryFn: read })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  FakeEventSource.opened[0]?.dispatchEvent(changed({ topics: ['security'] }))
  resolveAnswers[0]?.('before')
  await vi.waitFor(() => expect(client.getQueryData(['security'])).toBe('before'), LONG)
  await vi.waitFor(() => expect(client.getQueryState(['security'])?.isInvalidated).toBe(true), LONG)
  close()
})

test('reads again if a hidden page becomes visible before the answer to a read that a change overtook', async () => {
  const { close, client } = open()
  const resolveAnswers: ((value: string) => void)[] = []
  const read = vi.fn(() => new Promise<string>((answer) => resolveAnswers.push(answer)))
  const unsubscribe = new QueryObserver(client, { queryKey: ['security'], queryFn: read }).subscribe(
    () => undefined,
  )
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  FakeEventSource.opened[0]?.dispatchEvent(changed({ topics: ['security'] }))
  hidden.mockReturnValue(false)
  resolveAnswers[0]?.('before')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2), LONG)
  unsubscribe()
  close()
})
