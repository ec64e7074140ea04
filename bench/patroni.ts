import { setTimeout as pause } from 'node:timers/promises'
import { launchChromium } from '../e2e/support/chromium.ts'
import { startUse } from '../e2e/support/in-use.ts'
import { type MailBox, openMailBox } from '../e2e/support/mail-box.ts'
import { signInAt } from '../e2e/support/person.ts'
import { incident, ingest } from '../e2e/support/records.ts'
import { type BuiltServer, startBuiltServer } from '../e2e/support/server.ts'
import { type Caller, message, send, startTraffic, type Traffic } from '../e2e/support/traffic.ts'
import { type Cluster, openCluster } from './patroni/cluster.ts'
import { type Measure, median } from './product.ts'
import { measureTable, table, writeReport } from './report.ts'
import { kindsOf, measureLosses, noneOf, openLanding, subscribe, untilMailed } from './site-in-use.ts'

const KILLS = Number(process.env.BENCH_PATRONI_KILLS ?? 10)
const MAX_BACK_MS = 10_000
/** Time in which the mails of the broadcast go out: somewhat longer than all failovers. */
const SECONDS_A_KILL = 45
const MAILS_A_SECOND = 10
const USED_BEFORE_KILL_MS = 5_000

type Failover = { killed: string; electionMs: number; backMs: number; healMs: number }

/**
 * Kills the leader of a Patroni cluster ten times (or BENCH_PATRONI_KILLS), while two processes are in use: pages open,
 * writes, searches, an upload, and a broadcast going out.
 */
export async function patroni(): Promise<Measure[]> {
  const cluster = await openCluster()
  const mails = await openMailBox()
  const browser = await launchChromium()
  const environment = {
    DATABASE_URL: cluster.url,
    SMTP_URL: mails.url,
    SMTP_RATE: String(MAILS_A_SECOND),
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
  }
  const servers: BuiltServer[] = []
  try {
    const writing = await startBuiltServer(environment)
    servers.push(writing)
    const reading = await startBuiltServer(environment)
    servers.push(reading)
    const caller = { ...(await signInAt(writing.url, 'ines.incident@acme.example')), token: writing.token }
    await ingest('incidents', [incident('OPI-9001', BROADCAST_TO)], caller)
    await subscribe(await cluster.leaderUrl(), KILLS * SECONDS_A_KILL * MAILS_A_SECOND)
    const pages = [await openLanding(browser, writing), await openLanding(browser, reading)]
    const inUse = await startUse({ url: reading.url, token: writing.token, pages })
    const traffic = startTraffic(caller, 'patroni')
    const failovers = await killLeaders({ cluster, caller, expectGoesOn: inUse.expectGoesOn })
    await traffic.stop()
    const { upload } = await inUse.end()
    await untilMailed(cluster.leaderUrl)
    const measures = [
      ...(await measureLosses({ url: await cluster.leaderUrl(), name: 'patroni', traffic, mails, upload })),
      measureBack(failovers),
      noneOf(
        'processes that ended',
        servers.filter(({ log }) => log().split('Aviary is ready').length !== 2).length,
      ),
    ]
    report({ failovers, traffic, mails, measures })
    return measures
  } finally {
    await browser.close()
    for (const server of servers) await server.stop()
    await mails.close()
    await cluster.stop()
  }
}

const BROADCAST_TO = { affected_services: ['Expense'], data_centers: ['us2'] }

type Killing = { cluster: Cluster; caller: Caller; expectGoesOn: () => Promise<void> }

async function killLeaders({ cluster, caller, expectGoesOn }: Killing): Promise<Failover[]> {
  if (!(await send(caller, message(caller, 'patroni broadcast', 'Y'), []))) throw new Error('No broadcast')
  const failovers: Failover[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await pause(USED_BEFORE_KILL_MS)
    const { leadsAt, ...election } = await cluster.killLeader()
    await expectGoesOn()
    const backAt = performance.now()
    await cluster.heal()
    const failover = { ...election, backMs: backAt - leadsAt, healMs: performance.now() - backAt }
    failovers.push(failover)
    console.log(
      `  kill ${kill}: ${failover.killed}; a new leader after ${inSeconds(failover.electionMs)}, back ${inSeconds(failover.backMs)} later, whole again after ${inSeconds(failover.healMs)}`,
    )
  }
  return failovers
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function measureBack(failovers: readonly Failover[]): Measure {
  const longest = Math.max(...failovers.map(({ backMs }) => backMs))
  return {
    name: `longest time from a new leader until writes, all streams, pages, searches and downloads go on, of ${failovers.length} kills`,
    ours: inSeconds(longest),
    reference: inSeconds(MAX_BACK_MS),
    ratio: (longest / MAX_BACK_MS).toFixed(2),
    target: '≤ 1',
    isMet: longest <= MAX_BACK_MS,
  }
}

type Report = { failovers: readonly Failover[]; traffic: Traffic; mails: MailBox; measures: Measure[] }

function report({ failovers, traffic, mails, measures }: Report): void {
  const row = (what: string, times: number[]) => [
    what,
    inSeconds(median(times)),
    inSeconds(Math.max(...times)),
  ]
  writeReport(
    'patroni',
    [
      'Patroni 3, etcd 3 and PostgreSQL 15 of Debian, three members with the settings of `deploy/patroni/patroni.yml`; two processes of Aviary: 200 event streams, two pages in a browser, writers, readers, one upload, exports and searches all the time, and a broadcast; all on this machine',
      `${traffic.writes.length} writes and ${traffic.reads()} reads were answered; ${traffic.failures.length} tries met a fault${kindsOf(traffic.failures)}; ${mails.secondCopies()} mails arrived a second time, under the same Message-ID`,
      'Command: `npm run build && npm run bench -- patroni`, after `apt-get install patroni etcd-server postgresql`',
    ],
    [
      measureTable(measures),
      table(
        ['what', 'median', 'at most'],
        [
          row(
            'from the kill to a new leader (`ttl` is 20 s)',
            failovers.map(({ electionMs }) => electionMs),
          ),
          row(
            'from the new leader until Aviary goes on',
            failovers.map(({ backMs }) => backMs),
          ),
          row(
            'from then until the killed member follows again',
            failovers.map(({ healMs }) => healMs),
          ),
        ],
      ),
    ],
  )
}
