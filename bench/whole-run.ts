import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashOfSources, parts } from '../scripts/sources.mjs'
import type { Measure } from './product.ts'
import { measureTable, writePage } from './report.ts'

type Ran = { name: string; minutes: number; measures: Measure[] }
/** `code`: hash of the measured code; dates as 2026-01-31. */
type WholeRun = { code: string; began: string; ended: string; ran: Ran[] }

const results = path.join(import.meta.dirname, 'results')
const recordFile = path.join(results, 'whole-run.json')

/**
 * One run of all benchmarks, new or continued, with its page in `docs/`. A run can only be continued with the
 * same code.
 */
export function openWholeRun(names: readonly string[], { isContinued }: { isContinued: boolean }) {
  const record = isContinued ? readRecord() : { code: hashOfCode(), began: today(), ended: today(), ran: [] }
  return {
    has: (name: string) => record.ran.some((run) => run.name === name),
    add: (run: Ran) => {
      record.ran.push(run)
      record.ended = today()
      writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`)
      write(record, names)
    },
  }
}

function readRecord(): WholeRun {
  if (!existsSync(recordFile)) throw new Error('No run was begun: npm run bench')
  const record = JSON.parse(readFileSync(recordFile, 'utf8')) as WholeRun
  if (record.code !== hashOfCode())
    throw new Error('The code has changed since the run was begun. Begin anew: npm run bench')
  return record
}

/** Covers the product and the benchmarks, not their results. */
function hashOfCode(): string {
  const benchmarks = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `bench/${name}`)
    .sort()
  const sources = [...parts.server.sources, ...parts.web.sources, 'apps/server/migrations', ...benchmarks]
  return hashOfSources({ sources })
}

const today = () => new Date().toISOString().slice(0, 10)

function write({ began, ended, ran }: WholeRun, names: readonly string[]): void {
  const measures = ran.flatMap((run) => run.measures)
  const missed = measures.filter((run) => run.isMet === false).length
  const minutes = ran.reduce((sum, run) => sum + run.minutes, 0)
  writePage(path.join(import.meta.dirname, '../docs/benchmarks.md'), {
    title: 'Benchmarks',
    about: [
      `One run of \`npm run bench\`, ${began === ended ? began : `${began} to ${ended}`}, ${Math.round(minutes)} minutes: ${ran.length} of ${names.length} benchmarks, ${measures.length} measures, ${missed} of them missed their target`,
      'Ratios within one run: server, database, load and whatever is measured against share this machine',
    ],
    parts: ran.map(
      ({ name, minutes: duration, measures }) =>
        `## ${name}\n\n${measureTable(measures)}\n\n${Math.ceil(duration)} min${existsSync(path.join(results, `${name}.md`)) ? `; [in detail](../bench/results/${name}.md)` : ''}`,
    ),
  })
}
