import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { openListeningApp } from '../../testing/listening.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openLog } from './log.ts'
import { SHARES } from './shares.ts'

test('a log line is one JSON object with UTC time, and no request can start another line', async () => {
  const written: string[] = []
  const log = openLog('info', { write: (text) => void written.push(text) })
  const server = await openTestApp({ log })
  await server.app.inject({ url: '/api/nothing%0a%7b%22level%22:%22fatal%22%7d', method: 'DELETE' })
  await server.close()
  expect(written.length).toBeGreaterThan(0)
  for (const text of written) {
    expect(text.trimEnd()).not.toContain('\n')
    const { level, time } = JSON.parse(text) as { level: string; time: string }
    expect(level).toBe('info')
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
})

test('of streams over the share the first refusal is logged, not each of the many that follow', async () => {
  const lines: { path?: string; status: number; msg: string }[] = []
  const log = openLog('info', { write: (text) => void lines.push(JSON.parse(text)) })
  const server = await openListeningApp({ log })
  const { cookies } = await server.signInAs('subscriber')
  const open = () => openEventStream(server.url, cookies)
  const streams = await Promise.all(Array.from({ length: SHARES.streamsOfSession }, open))
  const refused = []
  for (let times = 0; times < 5; times += 1) refused.push(await open())
  expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(429))
  await server.app.inject({ url: '/api/nothing' })
  await waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ path: '/api/nothing' })))
  const loggedLines = lines.filter(({ status, path }) => status === 429 || path === '/api/events')
  expect(loggedLines.map(({ msg }) => msg)).toEqual(['request refused', 'answered'])
  await Promise.all(streams.map((stream) => stream.leave()))
  await server.close()
})
