import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

const installed = '/usr/lib/postgresql'
const oldest = 15

type Account = { uid?: number; gid?: number }

/** The folder of the oldest installed PostgreSQL server that Aviary supports. */
export function findPostgresPrograms(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed).map(Number) : []
  return versions
    .filter((version) => version >= oldest)
    .sort((a, b) => a - b)
    .map((version) => join(installed, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL settings that differ from the defaults. */
type Settings = Readonly<Record<string, string>>

export type Postgres15 = {
  url: string
  /**
   * Ends the server: SIGINT is a fast shutdown, SIGQUIT an immediate one; SIGKILL ends only the main process.
   */
  fall: (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>
  /** Restarts the server on the same port and data. */
  rise: () => Promise<void>
  stop: () => Promise<void>
}

/** A temporary server on loopback with its data in `folder`, which the caller removes after `stop`. */
export async function startPostgres15(
  folder: string,
  settings: Settings = {},
  port?: number,
): Promise<Postgres15> {
  const initArguments = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  return serve(folder, { settings, port, make: ['initdb', ...initArguments] })
}

export type Standby = Postgres15 & {
  /** Makes the standby a primary; resolves when it accepts writes. */
  promote: () => Promise<void>
}

/** A standby of `primary`; commits on the primary now wait until the standby has them on disk. */
export async function startStandby(folder: string, primary: Postgres15, port?: number): Promise<Standby> {
  const from = [
    '-h',
    '127.0.0.1',
    '-p',
    new URL(primary.url).port,
    '-U',
    'postgres',
    '-R',
    '--checkpoint=fast',
    '--no-sync',
  ]
  const settings = { synchronous_commit: 'on' }
  const standby = await serve(folder, { settings, port, make: ['pg_basebackup', ...from] })
  // Set only after the copy: the copy includes the settings, and the standby must not wait for a standby of its own.
  await query(primary.url, `alter system set synchronous_standby_names = '*'`)
  await query(primary.url, 'select pg_reload_conf()')
  return {
    ...standby,
    promote: async () => {
      const [answer] = await query<{ pg_promote: boolean }>(standby.url, 'select pg_promote()')
      if (!answer?.pg_promote) throw new Error('The standby could not be promoted')
    },
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

type Served = { settings: Settings; port: number | undefined; make: [program: string, ...args: string[]] }

/** Creates a data folder with one of PostgreSQL's programs and starts a server on it. */
async function serve(
  folder: string,
  { settings, make: [maker, ...args], ...options }: Served,
): Promise<Postgres15> {
  const programs = findPostgresPrograms()
  if (!programs)
    throw new Error(`No PostgreSQL ${oldest} or newer under ${installed}: apt-get install postgresql`)
  const account = accountToRunAs()
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  execFileSync(join(programs, maker), ['-D', data, ...args], { ...account, cwd: folder, stdio: 'pipe' })
  const port = options.port ?? (await freePort())
  const start = () => startServer(join(programs, 'postgres'), { data, folder, port, account, settings })
  let server = start()
  await untilReady(programs, port, server)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    fall: (signal) => endServer(server, signal),
    rise: async () => {
      server = await startAgain(start, (started) => untilReady(programs, port, started))
    },
    stop: () => endServer(server, 'SIGINT'),
  }
}

const STARTS = 50

/**
 * Starts a killed server again. Retries, because its children take a moment to end and block the start until
 * then.
 */
async function startAgain(start: () => ChildProcess, ready: (server: ChildProcess) => Promise<void>) {
  for (let starts = 1; ; starts += 1) {
    const server = start()
    try {
      await ready(server)
      return server
    } catch (error) {
      if (starts === STARTS) throw error
      await pause(100)
    }
  }
}

// PostgreSQL refuses to run as root, so root runs it as the user `postgres`.
function accountToRunAs(): Account {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function startServer(
  program: string,
  where: { data: string; folder: string; port: number; account: Account; settings: Settings },
) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: where.port,
    unix_socket_directories: where.folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    ...where.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(program, ['-D', where.data, ...flags], {
    ...where.account,
    cwd: where.folder,
    stdio: 'ignore',
  })
}

async function untilReady(programs: string, port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with code ${server.exitCode} while it started`)
    const answer = spawn(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
    const code = await new Promise((resolve) => answer.on('exit', resolve))
    if (code === 0) return
    await pause(50)
  }
  server.kill('SIGKILL')
  throw new Error('PostgreSQL did not answer within its first seconds')
}

// SIGINT does not wait for clients to disconnect.
async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill(signal)
  await ended
}
