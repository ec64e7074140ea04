import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashOfSources, parts } from '../scripts/sources.mjs'
import type { Measure } from './product.ts'
import { measureTable, readCommit, writePage } from './report.ts'

/** `commit`: the one that was measured, or a later one. */
type Ran = { name: string; minutes: number; commit: string; measures: Measure[] }
/** `code`: hash of the measured code; dates as 2026-01-31. */
type Run = { code: string; began: string; ended: string; ran: Ran[] }

const results = path.join(import.meta.dirname, 'results')

/** `whole`: all targets within two hours, on one code. `long`: what takes up to 100 minutes each, maybe on several commits. */
export type RunKind = 'whole' | 'long'

const KINDS = {
  whole: { page: 'benchmarks.md', title: 'Benchmarks', command: 'npm run bench' },
  long: { page: 'long-benchmarks.md', title: 'Long benchmarks', command: 'npm run bench -- long' },
}

type RunOptions = { kind: RunKind; isContinued: boolean }

/**
 * One run of all benchmarks of a kind, new or continued, with its page in `docs/`. Each that has ended is saved at once.
 * A whole run can only be continued with the same code.
 */
export function openRun(names: readonly string[], { kind, isContinued }: RunOptions) {
  const file = path.join(results, `${kind}-run.json`)
  const record = isContinued
    ? readRecord(file, kind)
    : { code: hashOfCode(), began: today(), ended: today(), ran: [] }
  return {
    has: (name: string) => record.ran.some((run) => run.name === name),
    add: (run: Omit<Ran, 'commit'>) => {
      record.ran.push({ ...run, commit: readCommit() })
      record.ended = today()
      writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
      write(record, names, kind)
    },
  }
}

function readRecord(file: string, kind: RunKind): Run {
  const { command } = KINDS[kind]
  if (!existsSync(file)) throw new Error(`No run was begun: ${command}`)
  const record = JSON.parse(readFileSync(file, 'utf8')) as Run
  if (kind === 'whole' && record.code !== hashOfCode())
    throw new Error(`The code has changed since the run was begun. Begin anew: ${command}`)
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

function write({ began, ended, ran }: Run, names: readonly string[], kind: RunKind): void {
  const { page, title, command } = KINDS[kind]
  const measures = ran.flatMap((run) => run.measures)
  const missed = measures.filter((run) => run.isMet === false).length
  const minutes = ran.reduce((sum, run) => sum + run.minutes, 0)
  writePage(path.join(import.meta.dirname, '../docs', page), {
    title,
    about: [
      `One run of \`${command}\`, ${began === ended ? began : `${began} to ${ended}`}, ${Math.round(minutes)} minutes: ${ran.length} of ${names.length} benchmarks, ${measures.length} measures, ${missed} of them missed their target`,
      'Ratios within one run: server, database, load and whatever is measured against share this machine',
    ],
    parts: ran.map(
      ({ name, minutes: duration, commit, measures }) =>
        `## ${name}\n\n${measureTable(measures)}\n\n${Math.ceil(duration)} min, at ${commit}${existsSync(path.join(results, `${name}.md`)) ? `; [in detail](../bench/results/${name}.md)` : ''}`,
    ),
  })
}
