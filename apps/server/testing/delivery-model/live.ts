import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { apply } from './apply.ts'
import { checkBody, checkEvents, checkHooksAtEnd } from './check-hooks.ts'
import { checkContent, checkMailsAtEnd, checkRecipients, isWaiting } from './check-mails.ts'
import type { HeldMail } from './held-mails.ts'
import type { HeldRequest } from './held-requests.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { beginRun } from './run.ts'
import type { Run } from './running.ts'
import type { Step } from './steps.ts'
import { promise } from './violation.ts'
import { openWorld, type World } from './world.ts'

/** A real process whose worker sends. */
export type LiveProcess = {
  pid: number
  setClockAhead: (ms: number) => Promise<void>
}

export type Fleet = {
  processes: () => readonly LiveProcess[]
  /** Kills a process (SIGKILL) and starts another in its place. */
  replace: (index: number) => Promise<void>
}

type Copy = { isAccepted: boolean; isHeard: boolean }

/** Commands that real processes are given. Those that need a ledger at rest are left out. */
const LIVE: ReadonlySet<Step['do']> = new Set([
  ...(['post', 'edit', 'correct', 'delete', 'subscribe', 'unsubscribe', 'pass', 'freeze', 'kill'] as const),
  ...([
    'open channel',
    'choose events',
    'close channel',
    'pause channel',
    'resume channel',
    'lose database',
  ] as const),
])
/** Pauses between commands, in which processes send. */
const BETWEEN_MS = 60
const FROZEN_MS = 300
const LONGEST_WAIT_MS = 27 * 3_600_000
const MOST_ROUNDS = 12
const SETTLES_WITHIN_MS = 60_000

export type LiveReport = {
  steps: number
  kills: number
  mails: number
  requests: number
  /** Copies after the first, and those of them that nothing explains. */
  secondCopies: number
  broken?: string
}

/** A world whose mail server and receiver answer at once, by `random`. */
export async function openLiveWorld(databaseUrl: string, random: () => number) {
  const mails = new Map<number, Copy[]>()
  const hooks = new Map<string, Copy[]>()
  const arrived: { mails: HeldMail[]; requests: HeldRequest[] } = { mails: [], requests: [] }
  let isKind = false
  const beKind = (kind: boolean) => {
    isKind = kind
  }
  const world: World = await openWorld({
    databaseUrl,
    live: {
      onMail: (mail) => {
        arrived.mails.push(mail)
        const dice = isKind ? 1 : random()
        const id = world.deliveryOf(mail.name) ?? 0
        const isAccepted = dice > 0.2 || dice < 0.05
        mails.set(id, [...(mails.get(id) ?? []), { isAccepted, isHeard: dice > 0.2 }])
        if (dice > 0.2) mail.answer({ do: 'accept' })
        else if (dice < 0.1) mail.answer({ do: 'cut', isAccepted })
        else mail.answer({ do: 'refuse', code: dice < 0.12 ? 421 : 450 })
      },
      onRequest: (request) => {
        arrived.requests.push(request)
        const dice = isKind ? 1 : random()
        const key = `${request.path} ${request.name}`
        hooks.set(key, [...(hooks.get(key) ?? []), { isAccepted: dice > 0.2, isHeard: dice > 0.2 }])
        if (dice > 0.2) request.answer({ status: 204 })
        else if (dice > 0.05) request.answer({ status: 500 })
        else request.answer({ do: 'cut' })
      },
    },
  })
  return { world, mails, hooks, arrived, beKind }
}

export type LiveWorld = Awaited<ReturnType<typeof openLiveWorld>>

/** What arrived since the last command is what the model says. */
function checkArrived({ arrived, world }: LiveWorld, { model, ledger }: Pick<Run, 'model' | 'ledger'>): void {
  for (const mail of arrived.mails.splice(0)) {
    const row = ledger.mails.get(world.deliveryOf(mail.name) ?? 0)
    promise(row && row.email === mail.to, `a mail to ${mail.to} is in no ledger`)
    checkContent(model, { row, raw: mail.raw })
  }
  for (const { name, path, body } of arrived.requests.splice(0)) {
    const event = model.events.find((one) => one.name === name)
    // The ledger of a deleted channel is not shown any more.
    if (!event && model.channels.some((one) => one.path === path && one.isDeleted)) continue
    promise(event, `nobody knows the event ${name} that was posted to ${path}`)
    checkBody(event, { body, locales: ['en', 'de'] })
  }
}

/** Whatever the ledger calls sent has arrived. */
function checkSent({ mails, hooks }: LiveWorld, { model, ledger }: Run): void {
  for (const { delivery_id: id, email, state } of ledger.mails.values())
    if (state === 'sent')
      promise(
        mails.get(id)?.some(({ isAccepted }) => isAccepted),
        `the mail ${id} to ${email} never arrived`,
      )
  for (const { channel_id, event_name, state } of ledger.hooks.values()) {
    const path = model.channels.find(({ channelId }) => channelId === channel_id)?.path
    const copies = hooks.get(`${path} ${event_name}`)
    if (state === 'sent')
      promise(
        copies?.some(({ isAccepted }) => isAccepted),
        `${event_name} never arrived at ${path}`,
      )
  }
}

const isAtRest = ({ mails, hooks }: Ledger) =>
  ![...mails.values(), ...hooks.values()].some(({ state }) => isWaiting(state))

/** Gives real processes these commands, then waits until nothing is left to send. */
export async function runLive(live: LiveWorld, fleet: Fleet, steps: readonly Step[]): Promise<LiveReport> {
  const { world, mails, hooks } = live
  mails.clear()
  hooks.clear()
  live.beKind(false)
  let aheadMs = 0
  const pass = async (ms: number) => {
    aheadMs += ms
    world.server.setNow(new Date(Date.now() + aheadMs))
    for (const process of fleet.processes()) await process.setClockAhead(aheadMs)
  }
  await pass(0)
  const run = await beginRun(world)
  const report: LiveReport = { steps: 0, kills: 0, mails: 0, requests: 0, secondCopies: 0 }
  const readAndCheck = async () => {
    run.ledger = await readLedger(world, run.ledger)
    checkRecipients(run.model, run.ledger)
    checkEvents(run.model, run.ledger)
    checkArrived(live, run)
    checkSent(live, run)
  }
  for (const step of steps) {
    if (!LIVE.has(step.do)) continue
    world.server.setNow(new Date(Date.now() + aheadMs))
    if (step.do === 'pass') await pass(step.seconds * 1_000)
    else if (step.do === 'kill') {
      await fleet.replace(step.process)
      await pass(0)
      report.kills += 1
    } else if (step.do === 'freeze') await freeze(fleet, step.process)
    else if (step.do === 'lose database') await cutConnections(world)
    else if ((await apply(run, step)) === 'nothing') continue
    report.steps += 1
    await readAndCheck()
    await pause(BETWEEN_MS)
  }
  live.beKind(true)
  for (let round = 0; round < MOST_ROUNDS && !isAtRest(run.ledger); round += 1) {
    await pass(LONGEST_WAIT_MS)
    const until = performance.now() + SETTLES_WITHIN_MS / MOST_ROUNDS
    do {
      await pause(BETWEEN_MS)
      run.ledger = await readLedger(world, run.ledger)
    } while (!isAtRest(run.ledger) && performance.now() < until)
  }
  await readAndCheck()
  checkMailsAtEnd(run.ledger)
  checkHooksAtEnd(run.ledger)
  const all = [...mails.values(), ...hooks.values()].map(
    (copies) => copies.filter((copy) => copy.isHeard).length,
  )
  report.mails = mails.size
  report.requests = hooks.size
  report.secondCopies = all.reduce((sum, copies) => sum + Math.max(0, copies - 1), 0)
  return report
}

async function freeze({ processes }: Fleet, index: number): Promise<void> {
  const pid = processes()[index]?.pid
  if (pid === undefined) return
  process.kill(pid, 'SIGSTOP')
  await pause(FROZEN_MS)
  process.kill(pid, 'SIGCONT')
}

/** As a restarted or failing-over server does it. */
const cutConnections = (world: World) =>
  world.server.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'aviary%' and pid <> pg_backend_pid() and datname = current_database()`)
