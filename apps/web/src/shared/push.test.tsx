import { topic } from '@aviary/contract/push/endpoints'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { openPush } from './push.ts'

/** What a browser makes of an answer that is no stream, and of a stream that ends. */
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

test('a page that was refused asks whether its session is alive, connects again, and asks for what it missed', () => {
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

test('one page of few asks at once, one of many in its turn, and once for all that it heard meanwhile', () => {
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

test('a stream that ends is left to the browser, and none is opened by a page that was left', () => {
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

test('a page asks again for what changed while it was being loaded, and for nothing else', () => {
  const { leave, asked } = open()
  vi.spyOn(performance, 'now').mockReturnValue(3_000)
  const longAgo = Object.fromEntries(topic.options.map((one) => [one, 3_001]))
  Source.opened[0]?.dispatchEvent(hello({ changed_ms_ago: { ...longAgo, security: 2_999 } }))
  expect(asked.mock.calls.map(([filter]) => filter?.queryKey?.[0])).toEqual(['security'])
  leave()
})

test('what changes while it is read for the first time is read once more, and not before it is shown', async () => {
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

test('what changes while a hidden page reads is read again when it is seen', async () => {
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

test('what changes while a hidden page reads is read once more when it is seen before the answer', async () => {
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
