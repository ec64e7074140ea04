import { existsSync } from 'node:fs'
import path from 'node:path'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { changes, changesEmbedded } from './changes.ts'
import { charts } from './charts.ts'
import { coldCache } from './cold-cache.ts'
import { customers } from './customers.ts'
import { dora } from './dora.ts'
import { firstLoad } from './first-load.ts'
import { history } from './history.ts'
import { hotAnswers } from './hot-answers.ts'
import { idleMemory } from './idle-memory.ts'
import { impact } from './impact.ts'
import { killMail } from './kill-mail.ts'
import { lists } from './lists.ts'
import { load } from './load.ts'
import { mail, notification } from './mail.ts'
import type { Measure } from './product.ts'
import { measureTable, writePage } from './report.ts'
import { securityMerge } from './security-merge.ts'
import { securitySend } from './security-send.ts'

// `npm run bench [-- name …]`. Ratios within one run: machines are shared, and their seconds mean little.
const BENCHMARKS: Record<string, () => Promise<Measure[]>> = {
  'hot-answers': hotAnswers,
  'cold-cache': coldCache,
  'first-load': firstLoad,
  impact,
  history,
  customers,
  lists,
  'idle-memory': idleMemory,
  mail,
  notification,
  'kill-mail': killMail,
  'security-send': securitySend,
  changes,
  'changes-embedded': changesEmbedded,
  audit,
  charts,
  dora,
  'security-merge': securityMerge,
  backup,
  load,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(BENCHMARKS, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; known are ${Object.keys(BENCHMARKS).join(', ')}`,
  )
  process.exit(1)
}
type Ran = { name: string; minutes: number; measures: Measure[] }

const ran: Ran[] = []
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  const begun = performance.now()
  const measures = await run()
  ran.push({ name, minutes: (performance.now() - begun) / 60_000, measures })
  for (const one of measures) {
    const verdict = one.isMet ? 'met' : 'MISSED'
    console.log(
      `  ${one.name}: ${one.ours} to ${one.reference}, ratio ${one.ratio}, target ${one.target}: ${verdict}`,
    )
  }
  // A full run is written down as far as it has come: it takes hours.
  if (asked.length === 0) writeAll(ran)
}

function writeAll(all: readonly Ran[]): void {
  const measures = all.flatMap((one) => one.measures)
  const missed = measures.filter((one) => !one.isMet).length
  const names = Object.keys(BENCHMARKS)
  writePage(path.join(import.meta.dirname, '../docs/benchmarks.md'), {
    title: 'Benchmarks',
    about: [
      `One run of \`npm run bench\` that ended on ${new Date().toISOString().slice(0, 10)}: ${all.length} of ${names.length} benchmarks, ${measures.length} measures, ${missed} of them missed their target`,
      'Ratios within one run: server, database, load and whatever is measured against share this machine',
    ],
    parts: all.map(
      ({ name, minutes, measures: its }) =>
        `## ${name}\n\n${measureTable(its)}\n\n${Math.ceil(minutes)} min${existsSync(reportOf(name)) ? `; [in detail](../bench/results/${name}.md)` : ''}`,
    ),
  })
}

function reportOf(name: string): string {
  return path.join(import.meta.dirname, 'results', `${name}.md`)
}
