import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { readConfig } from '../../config.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { KINDS } from './kinds.ts'

test('every table has one place: in a kind of rows that gets old, or among those that are kept', async () => {
  const server = await openTestApp()
  const { rows } = await server.db.execute<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`,
  )
  const placed = [...Object.values(KINDS).flatMap((kind) => [...kind.tables]), ...Object.keys(KEPT_TABLES)]
  expect(placed.toSorted()).toEqual(rows.map(({ name }) => name))
  await server.close()
})

test('without a setting everything is kept but keys of webhooks and answers by Idempotency-Key', () => {
  const { retention } = readConfig({})
  const limited = Object.entries(retention).filter(([, days]) => days !== undefined)
  expect(limited).toEqual([
    ['webhooks', 30],
    ['repeated_writes', 1],
  ])
})

test.each(Object.entries(KINDS))('%s: a number of days that does not suit ends the start', (name, kind) => {
  const { setting, leastDays } = kind
  const read = (text: string) => readConfig({ [setting]: text })
  expect(read(String(leastDays)).retention[name as keyof typeof KINDS]).toBe(leastDays)
  expect(() => read(String(leastDays - 1))).toThrow(
    `${setting}: use at least ${leastDays === 1 ? '1 day' : `${leastDays} days`}`,
  )
  for (const text of ['a year', '400.5', '12 months'])
    expect(() => read(text)).toThrow(`${setting}: use a whole number of days`)
  expect(() => read('36501')).toThrow(`${setting}: use at most 36500 days`)
})

test('the table for operators has each kind with its variable, default and least number', () => {
  const guide = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')
  for (const [name, { setting, defaultDays, leastDays }] of Object.entries(KINDS))
    expect(
      guide.includes(`| \`${name}\` | \`${setting}\` | ${defaultDays ?? 'for good'} | ${leastDays} |`),
      setting,
    ).toBe(true)
})
