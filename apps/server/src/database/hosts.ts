import pg from 'pg'
import type { DatabaseAddress, Host } from './address.ts'
import { readDatabaseFault } from './faults.ts'
import { insidesOf } from './silence.ts'

const ANSWERS_WITHIN_MS = 3_000

/** Which host of an address was found last, for every connection of this process. */
type Choice = { current?: Host | undefined; choosing?: Promise<Host> | undefined; writableAt?: number }

const choices = new Map<string, Choice>()

function choiceOf(address: DatabaseAddress): Choice {
  const key = address.urlOf(address.hosts[0])
  const known = choices.get(key) ?? {}
  choices.set(key, known)
  return known
}

/** The host to connect to: the one that was found last, for as long as nobody forgets it. */
export async function chooseHost(address: DatabaseAddress): Promise<Host> {
  const choice = choiceOf(address)
  if (choice.current) return choice.current
  choice.choosing ??= ask(address, choice).finally(() => {
    choice.choosing = undefined
  })
  return choice.choosing
}

/** Called when the host has failed, or accepts no writes any more: the next connection asks all hosts again. */
export function forgetHost(address: DatabaseAddress, { host, port }: Host): void {
  const choice = choiceOf(address)
  if (choice.current?.host === host && choice.current.port === port) choice.current = undefined
}

/** Whether connections go to another host by now. */
export function isLeft(address: DatabaseAddress, { host, port }: Host): boolean {
  const { current } = choiceOf(address)
  return current !== undefined && (current.host !== host || current.port !== port)
}

/** `at`: when a connection was made whose server accepts writes, in milliseconds of `performance.now()`. */
export function noteWritable(address: DatabaseAddress, at: number): void {
  choiceOf(address).writableAt = at
}

export const wasWritableAt = (address: DatabaseAddress): number => choiceOf(address).writableAt ?? 0

class NotSuitable extends Error {}

/** Asks all hosts at once. Where none is what is looked for, one that answers at all: reads go on there. */
async function ask(address: DatabaseAddress, choice: Choice): Promise<Host> {
  const answers = address.hosts.map((host) => stateOf(address, host))
  const suitable = answers.map(async (answer) => {
    const state = await answer
    if (!suits(address, state)) throw new NotSuitable()
    return state.host
  })
  try {
    choice.current = await Promise.any(suitable)
    return choice.current
  } catch {
    const settled = await Promise.allSettled(answers)
    const reached = settled.find((answer) => answer.status === 'fulfilled')
    if (reached) return reached.value.host
    throw unreachable(address, settled)
  }
}

type State = { host: Host; isStandby: boolean; isReadOnly: boolean }

const suits = ({ target }: DatabaseAddress, { isStandby, isReadOnly }: State): boolean =>
  target === 'any' || (target === 'primary' ? !isStandby : !isReadOnly)

async function stateOf(address: DatabaseAddress, host: Host): Promise<State> {
  const client = new pg.Client({
    connectionString: address.urlOf(host),
    application_name: 'aviary-hosts',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined) // whoever asks is told
  try {
    await client.connect()
    const { rows } = await client.query<Omit<State, 'host'>>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    return { host, isStandby: rows[0]?.isStandby ?? true, isReadOnly: rows[0]?.isReadOnly ?? true }
  } finally {
    insidesOf(client).connection.stream.destroy()
  }
}

/** A reason that may pass, if any host has one: it may be the host that is looked for. Of those, what PostgreSQL says first. */
function unreachable(address: DatabaseAddress, settled: readonly PromiseSettledResult<State>[]): Error {
  const { hosts } = address
  const reasons = settled.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
  const passing = reasons.filter((reason) => readDatabaseFault(reason, address.urlOf(hosts[0]))?.passes)
  const likely = passing.length > 0 ? passing : reasons
  const telling = likely.find((reason) => reason instanceof pg.DatabaseError) ?? likely[0]
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  return Object.assign(new Error(`None of ${names} can be used: ${telling?.message}`, { cause: telling }), {
    code: telling && 'code' in telling ? telling.code : 'ECONNREFUSED',
  })
}
