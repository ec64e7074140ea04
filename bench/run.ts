import { assistant } from './assistant.ts'
import { audit } from './audit.ts'
import { backup } from './backup.ts'
import { bodies } from './bodies.ts'
import { changes, changesEmbedded } from './changes.ts'
import { channels } from './channels.ts'
import { charts } from './charts.ts'
import { claimChannels } from './claim-channels.ts'
import { coldCache } from './cold-cache.ts'
import { customers } from './customers.ts'
import { deliveryModel } from './delivery-model.ts'
import { dora } from './dora.ts'
import { firstLoad } from './first-load.ts'
import { history } from './history.ts'
import { hotAnswers } from './hot-answers.ts'
import { idleMemory } from './idle-memory.ts'
import { impact } from './impact.ts'
import { importCpu } from './import-cpu.ts'
import { killChannels } from './kill-channels.ts'
import { killMail } from './kill-mail.ts'
import { large } from './large.ts'
import { lists } from './lists.ts'
import { load } from './load.ts'
import { mail, notification } from './mail.ts'
import { mailCpu } from './mail-cpu.ts'
import { mailSigned } from './mail-signed.ts'
import { matrix } from './matrix.ts'
import { openPages } from './open-pages.ts'
import { patroni } from './patroni.ts'
import type { Measure } from './product.ts'
import { publicPage } from './public.ts'
import { push } from './push.ts'
import { openRun, type RunKind } from './recorded-run.ts'
import { screens } from './screens.ts'
import { securityMerge } from './security-merge.ts'
import { securitySend } from './security-send.ts'
import { similar } from './similar.ts'
import { soak } from './soak.ts'
import { steps } from './steps.ts'

type Benchmarks = Record<string, () => Promise<Measure[]>>

// `npm run bench [-- long] [-- --continue]`, or `npm run bench -- name …`. Results are ratios within one run, because
// machines are shared and absolute times mean little.
const WHOLE: Benchmarks = {
  'hot-answers': hotAnswers,
  'cold-cache': coldCache,
  'first-load': firstLoad,
  screens,
  impact,
  history,
  customers,
  lists,
  matrix,
  bodies,
  public: publicPage,
  push,
  'open-pages': openPages,
  assistant,
  'idle-memory': idleMemory,
  mail,
  notification,
  'mail-cpu': mailCpu,
  'mail-signed': mailSigned,
  channels,
  'claim-channels': claimChannels,
  'security-send': securitySend,
  changes,
  'changes-embedded': changesEmbedded,
  'import-cpu': importCpu,
  similar,
  steps,
  audit,
  charts,
  dora,
  'security-merge': securityMerge,
  backup,
}
/** Faults, one after the other, and installations that take long to fill: each up to 100 minutes. */
const LONG: Benchmarks = {
  'kill-mail': killMail,
  'kill-channels': killChannels,
  'delivery-model': deliveryModel,
  load,
  large,
  soak,
  patroni,
}
const BENCHMARKS = { ...WHOLE, ...LONG }

const requestedNames = process.argv.slice(2)
const isContinued = requestedNames.includes('--continue')
const kind: RunKind = requestedNames.includes('long') ? 'long' : 'whole'
const names = requestedNames.filter((name) => name !== '--continue' && name !== 'long')
const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name))
if (unknown.length > 0 || (names.length > 0 && names.length < requestedNames.length)) {
  const wrong =
    unknown.length > 0
      ? `There is no benchmark ${unknown.join(', ')}`
      : '`long` and `--continue` take no names'
  console.error(`${wrong}; known are ${Object.keys(BENCHMARKS).join(', ')}`)
  process.exit(1)
}

const all: Benchmarks = kind === 'long' ? LONG : WHOLE
/** A complete run takes hours, so its progress is saved and can be continued. */
const recorded = names.length === 0 ? openRun(Object.keys(all), { kind, isContinued }) : undefined
for (const [name, run] of Object.entries(recorded ? all : BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  if (recorded?.has(name)) continue
  console.log(`\n${name}`)
  const startedAt = performance.now()
  try {
    const measures = await run()
    print(measures)
    recorded?.add({ name, minutes: (performance.now() - startedAt) / 60_000, measures })
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
}

function print(measures: readonly Measure[]): void {
  for (const measure of measures) {
    const verdict = measure.isMet ? 'met' : 'MISSED'
    const target = measure.isMet === undefined ? '' : `, target ${measure.target}: ${verdict}`
    console.log(`  ${measure.name}: ${measure.ours} to ${measure.reference}, ratio ${measure.ratio}${target}`)
  }
}
