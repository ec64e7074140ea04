import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { changeRecord, ingest } from '../../testing/ingest.ts'
import { countUnread, findLost } from '../../testing/ngram-index.ts'
import { startIndexingNgrams } from './ngram-index.ts'

test('one process at a time indexes changes, and a fault is logged and retried', async () => {
  const server = await openTestApp()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await ingest(server, 'changes', [changeRecord('1'), changeRecord('2')])
  await server.db.execute('alter table change_letters rename to elsewhere')
  const stops = [startIndexingNgrams({ db: server.db, log }), startIndexingNgrams({ db: server.db, log })]
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await server.db.execute('alter table elsewhere rename to change_letters')
  await expect.poll(() => countUnread(server)).toBe(0)
  expect(await findLost(server)).toEqual([])
  await ingest(server, 'changes', [changeRecord('3', { summary: 'zq' })])
  await expect.poll(() => countUnread(server)).toBe(0)
  await Promise.all(stops.map((stop) => stop()))
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['the letters of changes are not read']))
  expect(await findLost(server)).toEqual([])
  await server.close()
})
