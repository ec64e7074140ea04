import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../apps/server/src/database/open.ts'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import { createManyChanges, generatedLines, growReferenceLists } from '../../apps/server/testing/changes.ts'
import { BEFORE } from '../change-searches.ts'

/** An import and the tables that it fills, parents first. `rows`: which of their rows the import has written. */
export type Case = {
  name: string
  kind: string
  file: string
  template: string
  tables: readonly { name: string; rows?: string }[]
}

const SEED = 5
const MANY = Number(process.env.BENCH_IMPORT_ROWS ?? 50_000)
const STORED = 100_000

const tables = (...names: string[]) => names.map((name) => ({ name }))

export const CASES: readonly Case[] = [
  {
    ...{ name: `${MANY} changes into an empty table`, kind: 'changes' },
    ...{ file: 'changes.jsonl', template: 'empty' },
    tables: tables('change_marks', 'changes', 'marked_changes'),
  },
  {
    ...{ name: `${MANY} changes beside ${STORED}`, kind: 'changes' },
    ...{ file: 'more-changes.jsonl', template: 'filled' },
    tables: [
      { name: 'changes', rows: `change_id > ${STORED}` },
      { name: 'marked_changes', rows: `change_id > ${STORED}` },
    ],
  },
  {
    ...{ name: `${MANY / 2} incidents with 3 messages each`, kind: 'incidents' },
    ...{ file: 'incidents.jsonl', template: 'empty' },
    tables: tables('incidents', 'incident_services', 'incident_data_centers', 'incident_messages'),
  },
  {
    ...{ name: `${MANY} companies`, kind: 'companies', file: 'companies.jsonl', template: 'empty' },
    tables: tables('companies'),
  },
  {
    ...{ name: `${MANY} reports of status`, kind: 'status', file: 'status.jsonl', template: 'empty' },
    tables: tables('status_reports'),
  },
]

type Fill = {
  folder: string
  url: (database: string) => string
  clone: (name: string, template: string) => Promise<void>
}

/** Adds names to the database `empty`, makes `filled` of it, and writes the files to import. */
export async function fillTemplates({ folder, url, clone }: Fill): Promise<void> {
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`)
  await withDb(url('empty'), async (db) => {
    await growReferenceLists(db)
    write('changes.jsonl', await changeLines(db, 0))
    write('more-changes.jsonl', await changeLines(db, STORED))
  })
  write('incidents.jsonl', list(MANY / 2, incident))
  write('companies.jsonl', list(MANY, company))
  write('status.jsonl', list(MANY, report))
  await clone('filled', 'empty')
  await withDb(url('filled'), (db) => createManyChanges(db, STORED, { seed: SEED, before: BEFORE }))
}

async function withDb(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = openDatabase(url, () => undefined)
  await work(db).finally(close)
}

const LINES = 5_000

async function changeLines(db: Db, stored: number): Promise<string[]> {
  const parts: string[] = []
  const count = stored + MANY
  for (let from = stored + 1; from <= count; from += LINES) {
    const to = Math.min(from + LINES - 1, count)
    parts.push(await generatedLines(db, { seed: SEED, before: BEFORE, count }, [from, to]))
  }
  return parts
}

const list = (count: number, make: (n: number) => object) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(make(index + 1)))
const time = (n: number) => new Date(BEFORE.getTime() - n * 60_000).toISOString()
const pick = (names: readonly string[], n: number) => names[n % names.length] ?? ''
const SERVICES = ['Expense', 'Travel', 'Invoice', 'Mobile']
const DATA_CENTERS = ['us2', 'eu', 'eu2', 'china']

const incident = (n: number) => ({
  ...{ jira_id: `OPI-${n}`, priority_type: 'P2', severity: 'OUTAGE', status: 'RESOLVED' },
  details: `Requests of ${pick(SERVICES, n)} fail in ${pick(DATA_CENTERS, n)} since the deployment of v${n}`,
  affected_services: [pick(SERVICES, n), pick(SERVICES, n + 1)],
  data_centers: [pick(DATA_CENTERS, n)],
  ...{ start_date: time(n), end_date: time(n - 30) },
  messages: [1, 2, 3].map((part) => ({
    ...{ key: `${n}-${part}`, title: 'Update', created_date: time(n - part) },
    body: {
      en: `<p>Part ${part}: people who use <b>${pick(SERVICES, n)}</b> see errors. We look for the cause.</p>`,
    },
  })),
})
const company = (n: number) => ({
  ...{ id: n, name: `Company ${n} of many`, entity_code: `C${n}`, data_center: pick(DATA_CENTERS, n) },
})
const report = (n: number) => ({
  ...{ service: pick(SERVICES, n), data_center: pick(DATA_CENTERS, n >> 2), source: `probe-${n >> 4}` },
  ...{ status: 'NORMAL', at: time(n), summary: `Probe ${n} answers within its time` },
})
