import { createServer } from 'node:net'
import path from 'node:path'
import { type Binaries, program } from './binaries.ts'
import { readIfPresent } from './folders.ts'
import { type Account, run } from './run.ts'
import { SETTINGS } from './settings.ts'

export type Server = { cluster: string; binaries: Binaries; account: Account | undefined; password: string }

const START_PATIENCE_S = 300

// Transient failures: another process was first, the port was taken, or children of a killed server still run.
const PASSING = /lock file|Address already in use|could not bind|pre-existing shared memory/

type Launch = {
  mayTryAgain: boolean
  /** Any free port if omitted. */
  port?: number | undefined
}

/** Starts the server in the background. False if it failed for a transient reason: try again. */
export async function launch(server: Server, { mayTryAgain, port }: Launch): Promise<boolean> {
  const logFile = path.join(server.cluster, 'server.log')
  const before = (await readIfPresent(logFile)) ?? ''
  const settings = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const options = [`-p ${port ?? (await freePort())}`, ...settings].join(' ')
  const args = [
    'start',
    '-D',
    server.cluster,
    '-l',
    logFile,
    '-w',
    '-t',
    String(START_PATIENCE_S),
    '-o',
    options,
  ]
  const { code, output } = await run({
    file: program(server.binaries, 'pg_ctl'),
    args,
    account: server.account,
  })
  if (code === 0) return true
  const newOutput = (await readIfPresent(logFile))?.slice(before.length) || output
  if (mayTryAgain && PASSING.test(newOutput)) return false
  throw new Error(
    `PostgreSQL does not start on ${server.cluster}: ${reasonIn(newOutput)} ` +
      `(where its files are damaged, move that folder away and restore a backup). The end of ${logFile}:\n${endOf(newOutput)}`,
  )
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}

const LAST_LINES = 10

const endOf = (text: string): string =>
  text
    .trim()
    .split('\n')
    .slice(-LAST_LINES)
    .map((line) => `  ${line}`)
    .join('\n')

function reasonIn(text: string): string {
  const lines = text.trim().split('\n')
  const worst = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
  return worst.replace(/^.*(FATAL|PANIC): */, '')
}
