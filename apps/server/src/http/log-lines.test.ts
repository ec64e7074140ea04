import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { openLog } from './log.ts'

test('a line is one JSON object with its time in UTC, and nothing that is asked begins another', async () => {
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
