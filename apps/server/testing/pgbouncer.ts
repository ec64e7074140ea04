import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { waitFor } from './wait-for.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
/** The user `nobody` of Debian: PgBouncer refuses to run as root. */
const NOBODY = 65_534

export type PgBouncer = {
  /** The target's URL through PgBouncer. */
  url: string
  kill: () => Promise<void>
  /** Restarts a killed PgBouncer on the same port. */
  rise: () => Promise<void>
  stop: () => Promise<void>
}

type Options = {
  mode: 'session' | 'transaction' | 'statement'
  /** Settings of PgBouncer that differ from its defaults. */
  settings?: Readonly<Record<string, string | number>>
}

/** PgBouncer on loopback in front of the PostgreSQL database at `target`; it knows the password, clients need none. */
export async function startPgBouncer(target: string, { mode, settings = {} }: Options): Promise<PgBouncer> {
  const port = await freePort()
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port })
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-pgbouncer-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const own = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any' }
  const lines = Object.entries({ ...own, pool_mode: mode, ...settings }).map(
    ([name, value]) => `${name} = ${value}`,
  )
  writeFileSync(file, `[databases]\n${databaseLine(new URL(target))}\n[pgbouncer]\n${lines.join('\n')}\n`)
  if (process.getuid?.() === 0) {
    chownSync(folder, NOBODY, NOBODY)
    chmodSync(file, 0o644)
  }
  let child = await start(file, port)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url: url.href,
    kill: () => end('SIGKILL'),
    rise: async () => {
      child = await start(file, port)
    },
    stop: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function databaseLine({ hostname, port, username, password, pathname }: URL): string {
  const name = pathname.slice(1)
  const secret = password ? ` password=${password}` : ''
  return `${name} = host=${hostname} port=${port} dbname=${name} user=${username}${secret}`
}

async function start(file: string, port: number): Promise<ChildProcess> {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(PROGRAM, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    child.once('close', () => resolve(log))
  })
  const why = await Promise.race([ended, waitFor(() => accepts(port)).then(() => undefined)])
  if (why !== undefined) throw new Error(`PgBouncer does not run (Debian: pgbouncer): ${why}`)
  return child
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
