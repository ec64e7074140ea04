import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { SHARES } from '../apps/server/src/http/shares.ts'
import { freePort } from '../apps/server/testing/free-port.ts'
import { startPostgres15 } from '../apps/server/testing/postgres-15.ts'
import { startBuiltServer } from '../e2e/support/server.ts'
import { serverEnvironment, serverFlags } from '../scripts/server-flags.mjs'
import { endServer } from './bare.ts'
import { type Measure, median, processorMs, residentMb, signIn } from './product.ts'
import { signInMany } from './sessions.ts'

const PAGES = Number(process.env.BENCH_PAGES ?? 5_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** After which memory is compared with that before the pages came. */
const LEFT_MINUTES = Number(process.env.BENCH_LEFT_MINUTES ?? 5)
const CHANGES = 10
const AT_ONCE = 100
const FIRST_PAGES = 500
const SETTLES_MS = 3_000

const EVENT = 'event: changed\ndata: {"topics":["banner"],"spread_ms":1000}\n\n'
const HELLO = `retry: 1000\nevent: hello\ndata: ${JSON.stringify({ ages: 'x'.repeat(250) })}\n\n`

type Site = {
  url: string
  pid: number
  cookies: string[]
  change: () => Promise<unknown>
  stop: () => Promise<unknown>
}
type Figures = { beforeMb: number; kbAPage: number; openingMs: number; changeMs: number; lastMs: number }

/**
 * Open pages of one process beside a bare server of event streams on Node's `http`, started anew in each round: memory and
 * processor time of a page, of a change that all hear, and memory after all have left.
 */
export async function openPages(): Promise<Measure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-open-pages-'))
  const database = await startPostgres15(folder)
  try {
    const [ours, bare] = [[] as Figures[], [] as Figures[]]
    const left: number[] = []
    const cookies: string[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [product, reference] = [await startOurs(database.url, cookies), await startReference()]
      const inTurn: [Site, Figures[]][] = [
        [product, ours],
        [reference, bare],
      ]
      try {
        for (const [site, figures] of round % 2 === 0 ? inTurn : inTurn.toReversed())
          figures.push(await measure(site))
        console.log({ ours: ours.at(-1), bare: bare.at(-1) })
        if (round < ROUNDS) continue
        await pause(LEFT_MINUTES * 60_000)
        for (const [site, figures] of inTurn)
          left.push(residentMb(site.pid) / (figures.at(-1)?.beforeMb ?? 0))
      } finally {
        await Promise.all([product.stop(), reference.stop()])
      }
    }
    return report({ ours, bare, left })
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startOurs(databaseUrl: string, cookies: string[]): Promise<Site> {
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' })
  if (cookies.length === 0) {
    const { db, close } = openDatabase(databaseUrl, console.error)
    const people = await signInMany(db, Math.ceil(PAGES / (SHARES.streamsOfSession - 1)))
    cookies.push(...people.map((person) => person.cookies))
    await close()
  }
  const { write } = await signIn(server.url, 'ada.admin@acme.example')
  let isShown = false
  const change = () => {
    isShown = !isShown
    return write('POST', '/api/banner', ['Update Banner', { display: isShown }])
  }
  return { url: server.url, pid: server.pid, cookies, change, stop: server.stop }
}

async function startReference(): Promise<Site> {
  const port = await freePort()
  const program = path.join(import.meta.dirname, 'bare-events.mjs')
  const child = spawn(process.execPath, [...serverFlags, program, String(port), HELLO, EVENT], {
    env: { ...process.env, ...serverEnvironment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${port}`
  const change = () => fetch(`${url}/cast`).then((answer) => answer.text())
  return { url, pid: child.pid ?? 0, cookies: ['x=y'], change, stop: () => endServer(child) }
}

async function measure(site: Site): Promise<Figures> {
  await leave(await open(site, FIRST_PAGES))
  await pause(SETTLES_MS)
  const beforeMb = residentMb(site.pid)
  const pages = await open(site, PAGES)
  await pause(SETTLES_MS)
  const openMb = residentMb(site.pid)
  const [changeMs, lastMs] = [[] as number[], [] as number[]]
  for (let nth = 0; nth < CHANGES; nth += 1) {
    await ask(pages, { change: true })
    const [startedMs, startedAt] = [processorMs(site.pid), performance.timeOrigin + performance.now()]
    const isHeard = once(pages, 'message')
    await site.change()
    const [{ lastHeardAt }] = await isHeard
    lastMs.push(lastHeardAt - startedAt)
    await pause(200)
    changeMs.push(processorMs(site.pid) - startedMs)
  }
  await leave(pages)
  await pause(SETTLES_MS)
  // The code of both servers is compiled by now, and sessions are in memory, as when pages come back to a process.
  const beforeMs = processorMs(site.pid)
  const again = await open(site, PAGES)
  const openedMs = processorMs(site.pid) - beforeMs
  await leave(again)
  return {
    beforeMb,
    kbAPage: ((openMb - beforeMb) * 1024) / PAGES,
    openingMs: openedMs / PAGES,
    changeMs: changeMs.reduce((sum, ms) => sum + ms, 0) / CHANGES,
    lastMs: median(lastMs),
  }
}

async function open({ url, cookies }: Site, count: number): Promise<ChildProcess> {
  const input = JSON.stringify({ url, cookies, count, atOnce: AT_ONCE })
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'event-clients.mjs'), input], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The clients of ${url} ended with code ${code}`)
  })
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  return child
}

async function ask(pages: ChildProcess, message: object): Promise<void> {
  const answered = once(pages, 'message')
  pages.send(message)
  await answered
}

async function leave(pages: ChildProcess): Promise<void> {
  const ended = once(pages, 'exit')
  pages.send({ leave: true })
  await ended
}

function report({ ours, bare, left }: { ours: Figures[]; bare: Figures[]; left: number[] }): Measure[] {
  const compare = (
    name: string,
    key: keyof Figures,
    { unit, most }: { unit: string; most: number },
  ): Measure => {
    const [mine, theirs] = [ours, bare].map((figures) => median(figures.map((figure) => figure[key])))
    const ratio = median(ours.map((figure, round) => figure[key] / (bare[round]?.[key] ?? 0)))
    return {
      name: `${name}, ${PAGES.toLocaleString('en')} pages, median of ${ROUNDS} ÷ bare http`,
      ...{ ours: `${mine?.toFixed(2)} ${unit}`, reference: `${theirs?.toFixed(2)} ${unit}` },
      ...{ ratio: ratio.toFixed(2), target: `≤ ${most}`, isMet: ratio <= most },
    }
  }
  const [after = 0, bareAfter = 0] = left
  return [
    compare('memory of an open page', 'kbAPage', { unit: 'KB', most: 0.5 }),
    compare('processor time of an opening', 'openingMs', { unit: 'ms', most: 1.3 }),
    compare('processor time of a change', 'changeMs', { unit: 'ms', most: 0.4 }),
    compare('the last page hears of a change', 'lastMs', { unit: 'ms', most: 1.2 }),
    {
      name: `memory ${LEFT_MINUTES} minutes after all have left ÷ before they came`,
      ...{ ours: after.toFixed(2), reference: `${bareAfter.toFixed(2)} (bare http)` },
      ...{ ratio: after.toFixed(2), target: '≤ 1.2', isMet: after <= 1.2 },
    },
  ]
}
