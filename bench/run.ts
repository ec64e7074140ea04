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
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  for (const one of await run()) {
    const verdict = one.isMet ? 'met' : 'MISSED'
    console.log(
      `  ${one.name}: ${one.ours} to ${one.reference}, ratio ${one.ratio}, target ${one.target}: ${verdict}`,
    )
  }
}
