import { topic } from '@aviary/contract/push/endpoints'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { openPush } from './push.ts'

/** An EventSource that fails on request, as browsers do for an answer without a stream (CLOSED) or an ended stream. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: Source[] = []
  readyState = 0
  constructor() {
    super()
    Source.opened.push(this)
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = Source.CLOSED
  }
}

afterEach(() => {
  Source.opened = []
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open() {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
  const client = new QueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries')
  return { leave: openPush(client), client, asked }
}

test('checks the session after a refused connection, reconnects and refreshes everything', () => {
  const { leave, asked } = open()
  Source.opened[0]?.fail(Source.CLOSED)
  vi.advanceTimersByTime(8_000)
  expect(Source.opened).toHaveLength(2)
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['rights', 'session']])
  Source.opened[1]?.dispatchEvent(new Event('hello'))
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['rights', 'session'], undefined])
  leave()
})

const changed = (data: object) => Object.assign(new Event('changed'), { data: JSON.stringify(data) })

test('refreshes at once without spread_ms, else once after a random delay for all topics received', () => {
  const { leave, asked } = open()
  const topicsAsked = () => asked.mock.calls.map(([filter]) => filter?.queryKey?.[0])
  Source.opened[0]?.dispatchEvent(changed({ topics: ['status'] }))
  expect(topicsAsked()).toEqual(['status'])

  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  for (const topics of [['status'], ['status', 'incidents']])
    Source.opened[0]?.dispatchEvent(changed({ topics, spread_ms: 1_000 }))
  vi.advanceTimersByTime(499)
  expect(topicsAsked()).toEqual(['status'])
  vi.advanceTimersByTime(1)
  expect(topicsAsked()).toEqual(['status', 'status', 'incidents'])

  Source.opened[0]?.dispatchEvent(changed({ topics: ['banner'], spread_ms: 1_000 }))
  leave()
  vi.advanceTimersByTime(2_000)
  expect(topicsAsked()).not.toContain('banner')
})

test('lets the browser reconnect an ended stream, and opens none after close', () => {
  const { leave } = open()
  Source.opened[0]?.fail(0)
  vi.advanceTimersByTime(60_000)
  expect(Source.opened).toHaveLength(1)
  Source.opened[0]?.fail(Source.CLOSED)
  leave()
  vi.advanceTimersByTime(60_000)
  expect(Source.opened).toHaveLength(1)
})

const hello = (ago: object) => Object.assign(new Event('hello'), { data: JSON.stringify(ago) })

test('refreshes only the topics that changed while the page was loading', () => {
  const { leave, asked } = open()
  vi.spyOn(performance, 'now').mockReturnValue(3_000)
  const longAgo = Object.fromEntries(topic.options.map((one) => [one, 3_001]))
  Source.opened[0]?.dispatchEvent(hello({ changed_ms_ago: { ...longAgo, security: 2_999 } }))
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey?.[0])).toEqual(['security'])
  leave()
})

test('reads once more, after the first answer, what changed during the first read', async () => {
  const { leave, client } = open()
  const answers: ((said: string) => void)[] = []
  const read = vi.fn(() => new Promise<string>((answer) => answers.push(answer)))
  const observer = new QueryObserver(client, { queryKey: ['security'], queryFn: read })
  const end = observer.subscribe(() => undefined)
  for (const topics of [['security'], ['status', 'security']])
    Source.opened[0]?.dispatchEvent(changed({ topics }))
  expect(read).toHaveBeenCalledTimes(1)
  answers[0]?.('before')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  expect(observer.getCurrentResult().data).toBe('before')
  answers[1]?.('after')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'))
  expect(read).toHaveBeenCalledTimes(2)
  end()
  leave()
})

test('marks as invalid what changed while a hidden page was reading it', async () => {
  const { leave, client } = open()
  const answers: ((said: string) => void)[] = []
  const read = () => new Promise<string>((answer) => answers.push(answer))
  client.fetchQuery({ queryKey: ['security'], queryFn: read })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  Source.opened[0]?.dispatchEvent(changed({ topics: ['security'] }))
  answers[0]?.('before')
  await vi.waitFor(() => expect(client.getQueryData(['security'])).toBe('before'))
  await vi.waitFor(() => expect(client.getQueryState(['security'])?.isInvalidated).toBe(true))
  leave()
})

test('reads again if a hidden page becomes visible before the answer to a read that a change overtook', async () => {
  const { leave, client } = open()
  const answers: ((said: string) => void)[] = []
  const read = vi.fn(() => new Promise<string>((answer) => answers.push(answer)))
  const end = new QueryObserver(client, { queryKey: ['security'], queryFn: read }).subscribe(() => undefined)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  Source.opened[0]?.dispatchEvent(changed({ topics: ['security'] }))
  hidden.mockReturnValue(false)
  answers[0]?.('before')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  end()
  leave()
})
