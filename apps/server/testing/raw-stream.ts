import { connect, type Socket } from 'node:net'
import { readChanged, type Topic } from '@aviary/contract/push/rules'
import { expect } from 'vitest'
import { waitFor } from './wait-for.ts'

export type RawStream = {
  socket: Socket
  /** Everything that came, unchanged. */
  text: () => string
  head: () => string
  hasEnded: () => boolean
  /** Resolves when the stream has begun. */
  begun: () => Promise<void>
  /** Resolves when a change of this topic came after `text` had the length `since`. */
  hears: (topic: Topic, since?: number) => Promise<void>
}

/** Opens an event stream byte by byte, so that a test decides what is sent, read and closed. */
export function openRawStream(url: string, cookies: string, options: Partial<Raw> = {}): RawStream {
  const { version = '1.1', headers = [], before = '', after = '' } = options
  const lines = [`GET /api/events HTTP/${version}`, 'host: aviary', `cookie: ${cookies}`, ...headers]
  const socket = options.socket ?? connect(Number(new URL(url).port), '127.0.0.1')
  let [text, hasEnded] = ['', false]
  socket.setEncoding('latin1')
  socket.on('data', (part) => {
    text += part
  })
  for (const event of ['end', 'close', 'error'])
    socket.on(event, () => {
      hasEnded = true
    })
  socket.write(`${before}${lines.join('\r\n')}\r\n\r\n${after}`)
  const hasHeard = (topic: Topic, since: number) =>
    [...text.slice(since).matchAll(/^event: changed\ndata: (.*)$/gm)].some(([, data = '']) =>
      readChanged(JSON.parse(data))?.topics.includes(topic),
    )
  return {
    socket,
    text: () => text,
    head: () => text.slice(0, text.indexOf('\r\n\r\n')),
    hasEnded: () => hasEnded,
    begun: () => waitFor(() => expect(text).toContain('event: hello')),
    hears: (topic, since = 0) => waitFor(() => expect(hasHeard(topic, since)).toBe(true)),
  }
}

type Raw = {
  version: '1.0' | '1.1'
  headers: string[]
  /** Sent on the same connection in the same packet. */
  before: string
  after: string
  /** A connection that was used before. */
  socket: Socket
}
