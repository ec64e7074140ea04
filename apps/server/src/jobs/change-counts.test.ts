import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { countDeltas, findMiscounted } from '../../testing/change-counts.ts'
import { changeRecord, ingest } from '../../testing/ingest.ts'
import { startCountingChanges } from './change-counts.ts'

test('one process at a time counts changes, and a fault is logged and retried', async () => {
  const server = await openTestApp()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  await ingest(server, 'changes', [changeRecord('1'), changeRecord('2')])
  await server.db.execute('alter table changes_per_hour rename to elsewhere')
  const stops = [startCountingChanges({ db: server.db, log }), startCountingChanges({ db: server.db, log })]
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await server.db.execute('alter table elsewhere rename to changes_per_hour')
  await expect.poll(() => countDeltas(server)).toBe(0)
  await ingest(server, 'changes', [changeRecord('3')])
  await expect.poll(() => countDeltas(server)).toBe(0)
  await Promise.all(stops.map((stop) => stop()))
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['the changes of each hour are not counted']))
  expect(await findMiscounted(server)).toEqual([])
  await server.close()
})
