import type pg from 'pg'
import { type Db, openDatabase } from '../../src/database/open.ts'
import { insidesOf } from '../../src/database/silent-connections.ts'

/** The connections of one simulated process. Its statements run only while the gate is open. */
export type GatedDatabase = {
  db: Db
  open: () => void
  close: () => void
  /** Statements under way. */
  running: () => number
  /** Statements asked for so far, those before a closed gate among them. */
  asked: () => number
  /** The next statement fails: before it runs, or after it has run and before its answer arrives. */
  failNext: (when: 'before' | 'after') => void
  mayFail: () => boolean
  /** Ends every connection; further statements never return, as in a process that has ended. */
  kill: () => void
}

type Work<T> = () => Promise<T>
type Query = (...parts: unknown[]) => Promise<unknown>
type Queryable = { query: Query }
type Checkout = { connect: (callback?: unknown) => Promise<pg.PoolClient> }

const never = () => new Promise<never>(() => undefined)
const lost = () => new Error('Connection terminated unexpectedly')

/** Opens a database whose statements a test holds, breaks or cuts off. `onActivity`: one was asked for, or is over. */
export function openGatedDatabase(url: string, onActivity: () => void): GatedDatabase {
  const { db } = openDatabase(url, () => undefined)
  const pool = (db as unknown as { $client: pg.Pool }).$client // drizzle's member, which its type omits
  const clients = new Set<pg.PoolClient>()
  let waiting: (() => void)[] = []
  let [isOpen, isDead] = [false, false]
  let [running, asked] = [0, 0]
  let fault: 'before' | 'after' | undefined

  /** `breakOff` ends the connection of a statement that is to fail. Without it the work cannot fail. */
  const pass = async <T>(work: Work<T>, breakOff?: () => void): Promise<T> => {
    asked += 1
    onActivity()
    while (!isOpen && !isDead) await new Promise<void>((resolve) => waiting.push(resolve))
    if (isDead) return never()
    running += 1
    const failing = breakOff && fault
    if (breakOff) fault = undefined
    try {
      if (failing !== 'before') {
        const result = await work()
        if (failing === undefined) return result
      }
      breakOff?.()
      throw lost()
    } finally {
      running -= 1
      onActivity()
    }
  }

  /** Statements with a callback are the pool's own, behind a statement that has passed. */
  const gate = (target: Queryable, breakOff: () => void) => {
    const query = target.query.bind(target)
    target.query = (...parts) =>
      typeof parts.at(-1) === 'function' ? query(...parts) : pass(() => query(...parts), breakOff)
  }

  const known = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  gate(pool as unknown as Queryable, () => undefined)
  const checkout = pool as unknown as Checkout
  const connect = checkout.connect.bind(pool)
  checkout.connect = async (callback) => {
    if (callback) return connect(callback)
    const client = await pass(connect)
    if (!known.has(client))
      gate(client as unknown as Queryable, () => insidesOf(client).connection.stream.destroy(lost()))
    known.add(client)
    return client
  }

  return {
    db,
    open: () => {
      isOpen = true
      for (const pass of waiting) pass()
      waiting = []
    },
    close: () => {
      isOpen = false
    },
    running: () => running,
    asked: () => asked,
    failNext: (when) => {
      fault = when
    },
    mayFail: () => fault !== undefined,
    kill: () => {
      isDead = true
      for (const client of clients) insidesOf(client).connection.stream.destroy()
    },
  }
}
