import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress, Host } from './address.ts'
import { readDatabaseFault } from './faults.ts'
import { insidesOf } from './silent-connections.ts'

const ANSWERS_WITHIN_MS = 3_000
/**
 * Time to wait for the other hosts once one is suitable: a newer primary may still answer, a dead host would
 * not.
 */
const GRACE_MS = 250

/** The host chosen for a database URL (which may name several), shared by all connections of this process. */
type Choice = { current?: Host | undefined; choosing?: Promise<Host> | undefined; writableAt?: number }

const choices = new Map<string, Choice>()
/**
 * The same choices by address object. Every connection taken from the pool looks up its choice; building the key
 * each time would be slow.
 */
const choicesByAddress = new WeakMap<DatabaseAddress, Choice>()

function choiceOf(address: DatabaseAddress): Choice {
  const known = choicesByAddress.get(address)
  if (known) return known
  const key = address.urlOf(address.hosts[0])
  const choice = choices.get(key) ?? {}
  choices.set(key, choice)
  choicesByAddress.set(address, choice)
  return choice
}

/** The host to connect to, remembered until `forgetHost`; the next call then asks all hosts again. */
export async function chooseHost(address: DatabaseAddress): Promise<Host> {
  const choice = choiceOf(address)
  if (choice.current) return choice.current
  choice.choosing ??= ask(address, choice).finally(() => {
    choice.choosing = undefined
  })
  return choice.choosing
}

/** Call when the host fails or turns read-only: the next connection asks all hosts again. */
export function forgetHost(address: DatabaseAddress, { host, port }: Host): void {
  const choice = choiceOf(address)
  if (choice.current?.host === host && choice.current.port === port) choice.current = undefined
}

/** Whether new connections go to another host than this one. */
export function isLeft(address: DatabaseAddress, { host, port }: Host): boolean {
  const { current } = choiceOf(address)
  return current !== undefined && (current.host !== host || current.port !== port)
}

/** Records when a connection to a writable server was opened, in milliseconds of `performance.now()`. */
export function noteWritable(address: DatabaseAddress, time: number): void {
  choiceOf(address).writableAt = time
}

export const wasWritableAt = (address: DatabaseAddress): number => choiceOf(address).writableAt ?? 0

class NotSuitable extends Error {}

/** Asks all hosts at the same time. If none is suitable, takes any host that answers, so that reads go on. */
async function ask(address: DatabaseAddress, choice: Choice): Promise<Host> {
  const answers = address.hosts.map((host) => stateOf(address, host))
  try {
    return await findSuitable(address, { answers, choice })
  } catch {
    const settled = await Promise.allSettled(answers)
    const reached = settled.find((answer) => answer.status === 'fulfilled')
    if (reached) return reached.value.host
    throw unreachable(address, settled)
  }
}

type PendingStates = { answers: readonly Promise<State>[]; choice: Choice }

/**
 * Finds the suitable host on the newest timeline: each promotion starts a new timeline, so an old primary
 * that returns has an older one. Among equal timelines the first answer wins; a late answer with a newer
 * timeline still replaces the choice.
 */
async function findSuitable(address: DatabaseAddress, { answers, choice }: PendingStates): Promise<Host> {
  const result: { best?: State } = {}
  const suitable = answers.map(async (answer) => {
    const state = await answer
    if (!suits(address, state)) throw new NotSuitable()
    const { best } = result
    if (best && state.timeline <= best.timeline) return
    result.best = state
    if (best && choice.current === best.host) choice.current = state.host
  })
  const all = Promise.allSettled(suitable)
  await Promise.any(suitable)
  // With `any`, the first host that answers is taken without waiting for the others.
  if (address.target !== 'any') await Promise.race([all, pause(GRACE_MS)])
  if (!result.best) throw new NotSuitable()
  choice.current = result.best.host
  return result.best.host
}

/** `timeline` is 0 if the server does not report it. */
type State = { host: Host; isStandby: boolean; isReadOnly: boolean; timeline: number }

const suits = ({ target }: DatabaseAddress, { isStandby, isReadOnly }: State): boolean =>
  target === 'any' || (target === 'primary' ? !isStandby : !isReadOnly)

async function stateOf(address: DatabaseAddress, host: Host): Promise<State> {
  const client = new pg.Client({
    connectionString: address.urlOf(host),
    application_name: 'aviary-hosts',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined) // ignored: the caller gets the rejection
  try {
    await client.connect()
    const { rows } = await client.query<Pick<State, 'isStandby' | 'isReadOnly'>>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    const { isStandby = true, isReadOnly = true } = rows[0] ?? {}
    const timeline = isStandby || address.target === 'any' ? 0 : await timelineOf(client)
    return { host, isStandby, isReadOnly, timeline }
  } finally {
    insidesOf(client).connection.stream.destroy()
  }
}

/** Timeline of a primary; 0 if the role or the hosting service does not allow the query. */
async function timelineOf(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as file',
    )
    return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '0', 16)
  } catch {
    return 0
  }
}

/**
 * The error when no host can be used, with the likeliest reason. A transient one comes first, because a host
 * that fails for a moment may be the right one. Then PostgreSQL's own errors come before network errors.
 */
function unreachable(address: DatabaseAddress, settled: readonly PromiseSettledResult<State>[]): Error {
  const { hosts } = address
  const reasons = settled.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
  const passing = reasons.filter((reason) => readDatabaseFault(reason, address.urlOf(hosts[0]))?.passes)
  const likely = passing.length > 0 ? passing : reasons
  const cause = likely.find((reason) => reason instanceof pg.DatabaseError) ?? likely[0]
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  return Object.assign(new Error(`None of ${names} can be used: ${cause?.message}`, { cause }), {
    code: cause && 'code' in cause ? cause.code : 'ECONNREFUSED',
  })
}
