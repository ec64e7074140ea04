import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAviary } from '../testing/command.ts'
import { freePort } from '../testing/free-port.ts'
import { startPgBouncer } from '../testing/pgbouncer.ts'
import { type Launched, launchProcess } from '../testing/process.ts'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { recordMigrations } from '../testing/whole-database.ts'
import { type EmbeddedDatabase, startEmbedded } from './database/embedded/embedded.ts'
import { LOCKS } from './database/locks.ts'

// A start that cannot use its database, port or folder gives the reason and ends. If the cause may pass, such
// as a database that is not up yet, the start waits.

const PATIENCE = { timeout: 60_000, interval: 50 }
const MISCONFIGURED = 78

// Each test starts one or two processes.
vi.setConfig({ testTimeout: 150_000 })

let folder: string
/** A server that asks for a password, unlike the database of the other tests. */
let postgres: EmbeddedDatabase
let password: string
let sql: pg.Client
let server: Launched | undefined

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-start-faults-'))
  chmodSync(folder, 0o711)
  postgres = await startEmbedded({ dataDir: path.join(folder, 'postgres'), log: () => undefined })
  password = new URL(postgres.url).password
  sql = new pg.Client(postgres.url)
  await sql.connect()
  await sql.query(`create database latin encoding 'LATIN1' locale 'C' template template0`)
})
afterEach(async () => {
  await server?.end('SIGKILL')
  server = undefined
})
afterAll(async () => {
  await sql.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The database's URL with some parts replaced. */
function addressWith(parts: Partial<Pick<URL, 'hostname' | 'port' | 'username' | 'password' | 'pathname'>>) {
  return Object.assign(new URL(postgres.url), parts).href
}

async function launch(environment: Record<string, string>): Promise<Launched> {
  server = await launchProcess({ DATA_DIR: path.join(folder, 'data'), ...environment })
  return server
}

const ended = ({ child }: Launched) => vi.waitFor(() => expect(child.exitCode).not.toBeNull(), PATIENCE)
const says = ({ output }: Launched, text: string | RegExp) =>
  vi.waitFor(() => expect(output()).toMatch(text), PATIENCE)

/** Leaves some connections to PostgreSQL in the pool of a pooler, as other clients do. */
async function useInParallel(url: string): Promise<void> {
  const clients = [1, 2, 3].map(() => new pg.Client(url))
  await Promise.all(clients.map((client) => client.connect()))
  await Promise.all(clients.map((client) => client.query('select pg_sleep(0.2)').catch(() => undefined)))
  await Promise.all(clients.map((client) => client.end()))
}

/** Checks the output at its end: one text for people and one log line, both without stack or password. */
async function expectReason(environment: Record<string, string>, reason: RegExp): Promise<number | null> {
  const launched = await launch(environment)
  await ended(launched)
  const output = launched.output()
  expect(output).toMatch(new RegExp(`^Aviary could not start: [^{]*${reason.source}`, 'm'))
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'fatal', reason: expect.stringMatching(reason) }),
  )
  expect(output).not.toMatch(/\n {4}at |Failed query/)
  expect(output).not.toContain(password)
  expect(output).not.toContain('a-wrong-one')
  return launched.child.exitCode
}

const CALLS = 4

/** Status of a call that uses the database, over the agent's connection. */
async function statusOf(port: number, agent: Agent): Promise<number | undefined> {
  const headers = { cookie: 'aviary_session=nobodys' }
  const pendingRequest = request({ host: '127.0.0.1', port, path: '/api/banner', agent, headers }).end()
  const [answer] = (await once(pendingRequest, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

describe('a fault that waiting cannot mend ends the start with its reason', () => {
  test.each([
    ['a wrong password', { password: 'a-wrong-one' }, /refuses the password of 'aviary'/],
    ['no password', { password: '' }, /asks for a password/],
    ['an unknown database', { pathname: '/nowhere' }, /has no database 'nowhere': create it/],
    ['a database in another encoding', { pathname: '/latin' }, /is in LATIN1, not in UTF-8/],
  ] as const)('%s', async (_name, parts, reason) => {
    expect(await expectReason({ DATABASE_URL: addressWith(parts) }, reason)).toBe(MISCONFIGURED)
  })

  test.each(['a server', 'the embedded database'])('a database of before 0.1.0, on %s', async (where) => {
    const DATA_DIR = path.join(folder, 'older')
    const older =
      where === 'a server' ? undefined : await startEmbedded({ dataDir: DATA_DIR, log: () => undefined })
    if (!older) await sql.query('create database older')
    await recordMigrations(older?.url ?? addressWith({ pathname: '/older' }), [1_795_466_000_000])
    await older?.stop()
    const environment: Record<string, string> = older
      ? { DATA_DIR }
      : { DATABASE_URL: addressWith({ pathname: '/older' }) }
    const reason =
      /from before the release of 0\.1\.0, .*'npx aviary backup <file>', .*'npx aviary restore <file>'/
    expect(await expectReason(environment, reason)).toBe(MISCONFIGURED)
  })

  test('a server without TLS', async () => {
    const DATABASE_URL = `${postgres.url}?sslmode=verify-full`
    expect(await expectReason({ DATABASE_URL }, /has no TLS/)).toBe(MISCONFIGURED)
  })

  test.each([
    { mode: 'transaction', settings: {} },
    { mode: 'transaction', settings: { default_pool_size: 1 } },
    // Each statement goes to the connection that rested longest.
    { mode: 'transaction', settings: { server_round_robin: 1 } },
    { mode: 'statement', settings: {} },
  ] as const)('PgBouncer in $mode mode $settings', async (options) => {
    const pooler = await startPgBouncer(postgres.url, options)
    await useInParallel(pooler.url)
    expect(await expectReason({ DATABASE_URL: pooler.url }, /leads to a pooler .* pool_mode = session/)).toBe(
      MISCONFIGURED,
    )
    await pooler.stop()
  })

  test('an address that is none', async () => {
    const DATABASE_URL = 'postgres://aviary:a-wrong-one@host:port/aviary'
    expect(await expectReason({ DATABASE_URL }, /DATABASE_URL: use an address such as/)).toBe(MISCONFIGURED)
  })

  test.each(['standby', 'read-only', 'prefer-standby'])(
    'hosts of which a %s one is wanted',
    async (target) => {
      const DATABASE_URL = `postgres://aviary@a,b/aviary?target_session_attrs=${target}`
      expect(
        await expectReason({ DATABASE_URL }, /target_session_attrs: use one of any, primary, read-write/),
      ).toBe(MISCONFIGURED)
    },
  )

  test('a port that is in use', async () => {
    const portHolder = createServer()
    await new Promise<void>((resolve) => portHolder.listen(0, '127.0.0.1', resolve))
    const address = portHolder.address()
    const PORT = String(typeof address === 'object' && address?.port)
    expect(await expectReason({ DATABASE_URL: postgres.url, PORT }, /Port \d+ on 127.0.0.1 is in use/)).toBe(
      1,
    )
    portHolder.close()
  })

  test.each([
    ['with a database of its own', () => postgres.url],
    ['with the embedded one', () => ''],
  ])('a data folder that is a file, %s', async (_name, url) => {
    const DATA_DIR = path.join(folder, 'file')
    writeFileSync(DATA_DIR, '')
    expect(
      await expectReason({ DATA_DIR, DATABASE_URL: url() }, /is a file, not a folder: set DATA_DIR/),
    ).toBe(1)
  })
})

test('an embedded database whose files are damaged: it says so, with the end of its log', async () => {
  const DATA_DIR = path.join(folder, 'damaged')
  const whole = await launch({ DATA_DIR })
  await whole.ready()
  expect(await whole.end('SIGTERM')).toBe(0)
  truncateSync(path.join(DATA_DIR, 'postgres', 'global', 'pg_control'), 100)
  expect(await expectReason({ DATA_DIR }, /PostgreSQL does not start on .*restore a backup/)).toBe(1)
  expect(server?.output()).toMatch(/The end of .*server.log:\n {2}.*pg_control/)
})

test('no file descriptors left: it is busy, and goes on when there are some again', async () => {
  const launched = await launch({ DATABASE_URL: postgres.url })
  await launched.ready()
  const agent = new Agent({ keepAlive: true, maxSockets: CALLS })
  const askAll = () => Promise.all(Array.from({ length: CALLS }, () => statusOf(launched.port, agent)))
  const limit = (files: number) =>
    execFileSync('prlimit', [`--nofile=${files}:4096`, '--pid', String(launched.child.pid)])
  expect(new Set(await askAll())).toEqual(new Set([401]))
  // Before the connections end: background work would open one again.
  limit(10)
  await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aviary'`)
  await vi.waitFor(async () => {
    const left = await sql.query(`select from pg_stat_activity where application_name = 'aviary'`)
    expect(left.rowCount).toBe(0)
  }, PATIENCE)
  const statuses = await askAll()
  expect(new Set(statuses)).toEqual(new Set([503]))
  limit(4096)
  await vi.waitFor(async () => expect(new Set(await askAll())).toEqual(new Set([401])), PATIENCE)
  agent.destroy()
  expect(launched.output()).not.toMatch(/"level":"fatal"/)
  expect(await launched.end('SIGTERM')).toBe(0)
})

describe('a start waits out a transient fault', () => {
  test('a database that is not there yet: it says so, and starts when it is', async () => {
    const port = await freePort()
    const away = addressWith({ port: String(port) })
    const launched = await launch({ DATABASE_URL: away })
    await says(
      launched,
      /"level":"warn".*Nothing accepts connections at 127.0.0.1:\d+.*waiting for the database/,
    )
    const line = await startTcpProxy(postgres.url, port)
    await launched.ready()
    expect(launched.output().match(/waiting for the database/g)).toHaveLength(1)
    expect(await launched.end('SIGTERM')).toBe(0)
    await line.close()
  })

  test.each([
    [{ default_pool_size: 1 }, /has no connection left: .*default_pool_size.*waiting for the database/],
    [{ max_client_conn: 1 }, /closed the connection \(.*max_client_conn.*waiting for the database/],
  ])('PgBouncer with %s, which is too few', async (settings, reason) => {
    const pooler = await startPgBouncer(postgres.url, { mode: 'session', settings })
    const launched = await launch({ DATABASE_URL: pooler.url })
    await says(launched, reason)
    expect(await launched.end('SIGTERM')).toBe(0)
    expect(launched.output()).not.toContain('could not start')
    await pooler.stop()
  })

  test('a name that DNS does not know, until it is told to stop', async () => {
    const launched = await launch({ DATABASE_URL: addressWith({ hostname: 'nowhere.invalid' }) })
    await says(launched, /DNS.*waiting for the database/)
    expect(await launched.end('SIGTERM')).toBe(0)
    expect(launched.output()).not.toContain('could not start')
  })

  test('the first of two hosts: the other one is used, also by a command', async () => {
    const { username, host, pathname } = new URL(postgres.url)
    const hosts = `127.0.0.1:${await freePort()},${host}`
    const DATABASE_URL = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`
    const launched = await launch({ DATABASE_URL })
    await launched.ready()
    expect(launched.output()).not.toContain('waiting for the database')
    const command = startAviary(['audit', 'verify', '--database-url', DATABASE_URL], {})
    expect(await command.ended).toMatchObject({ code: 0 })
    expect(await launched.end('SIGTERM')).toBe(0)
  })

  test('both hosts: they are named, and the start goes on when one is there', async () => {
    const { username, pathname } = new URL(postgres.url)
    const ports = [await freePort(), await freePort()]
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
    const launched = await launch({ DATABASE_URL: `postgres://${username}:${password}@${hosts}${pathname}` })
    await says(launched, `Nothing accepts connections at ${hosts.replace(',', ', ')}`)
    const line = await startTcpProxy(postgres.url, ports[1])
    await launched.ready()
    expect(await launched.end('SIGTERM')).toBe(0)
    await line.close()
  })

  test('a database that accepts no writes', async () => {
    await sql.query('alter database aviary set default_transaction_read_only = on')
    const launched = await launch({ DATABASE_URL: postgres.url })
    await says(launched, /accepts no writes.*waiting for the database/)
    await sql.query(
      'set transaction_read_only = off; alter database aviary reset default_transaction_read_only',
    )
    await launched.ready()
    expect(await launched.end('SIGTERM')).toBe(0)
  })

  test.each([
    ['the demo data is written', 'GEN-', { SEED_DEMO: 'true' }],
    ['administrators are counted', 'count(distinct "', {}],
    ['the keys of the demo sign-in are read', 'demo-sign-in', {}],
  ])('a database that goes away while %s', async (_name, moment, environment) => {
    await sql.query('drop database if exists fresh')
    await sql.query('create database fresh')
    const line = await startTcpProxy(addressWith({ pathname: '/fresh' }))
    line.cutNext({ at: moment, when: 'before' })
    const launched = await launch({ DATABASE_URL: line.url, ...environment })
    await launched.ready()
    expect(launched.output().match(/closed the connection.*waiting for the database/g)).toHaveLength(1)
    expect(await launched.end('SIGTERM')).toBe(0)
    await line.close()
  })

  test('an embedded database that goes away while its owner is determined', async () => {
    const DATA_DIR = path.join(folder, 'owned')
    const embedded = await startEmbedded({ dataDir: DATA_DIR, log: () => undefined })
    const owner = new pg.Client(embedded.url)
    await owner.connect()
    await owner.query('select pg_advisory_lock($1)', [LOCKS.owner])
    const launched = await launch({ DATA_DIR })
    await vi.waitFor(async () => {
      const ended = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_try_advisory_lock%'`,
      )
      expect(ended.rowCount).toBe(1)
    }, PATIENCE)
    await owner.end()
    await launched.ready()
    expect(await launched.end('SIGTERM')).toBe(0)
    await embedded.stop()
  })

  test('another process that migrates: after five seconds it is named', async () => {
    await sql.query(`set application_name = 'a long migration'`)
    await sql.query('select pg_advisory_lock($1)', [LOCKS.migration])
    const launched = await launch({ DATABASE_URL: postgres.url })
    await says(
      launched,
      /Waits for 'a long migration' at 127.0.0.1 \(PostgreSQL process \d+, connected since/,
    )
    await sql.query('select pg_advisory_unlock($1)', [LOCKS.migration])
    await launched.ready()
    expect(await launched.end('SIGTERM')).toBe(0)
  })
})

test('a version that is older than the schema says so once, and works', async () => {
  const first = await launch({ DATABASE_URL: postgres.url })
  await first.ready()
  await first.end('SIGTERM')
  await sql.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'later', 4102444800000 + day * 86400000 from generate_series(0, 2) as day`,
  )
  const older = await launch({ DATABASE_URL: postgres.url })
  await older.ready()
  const warnings = older
    .output()
    .match(/Aviary \S+ knows the schema up to \d{4}_\w+, and the database has .*? later.*?:/g)
  expect(warnings).toEqual([expect.stringMatching(/has 3 later migrations, the newest of 2100-01-03:$/)])
  expect((await fetch(`http://127.0.0.1:${older.port}/readyz`)).status).toBe(200)
  await sql.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
  expect(await older.end('SIGTERM')).toBe(0)
})
