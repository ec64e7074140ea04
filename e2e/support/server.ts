import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ofTheTests } from '../../apps/server/testing/process.ts'
import { serverFlags } from '../../scripts/server-flags.mjs'

export type BuiltServer = {
  url: string
  pid: number
  dataDir: string
  token: string
  log: () => string
  /** From now on the server's clock is so far ahead of the machine's; only of a server that was started to do so. */
  setClockAhead: (ms: number) => Promise<void>
  stop: () => Promise<void>
}

const main = path.resolve(import.meta.dirname, '../../apps/server/dist/main.js')
const movedClock = pathToFileURL(path.resolve(import.meta.dirname, 'moved-clock.mjs'))
// A test run that is killed leaves no server behind.
const endWithParent = path.resolve(import.meta.dirname, '../../scripts/end-with-parent.mjs')

/** Starts the built product as a process of its own, on data of its own or on the database of `DATABASE_URL`. */
export async function startBuiltServer(
  environment: Record<string, string> = {},
  { movesClock = false, beginsAt }: { movesClock?: boolean; beginsAt?: number } = {},
): Promise<BuiltServer> {
  if (!existsSync(main)) throw new Error('The product is not built. Run: npm run build')
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-e2e-'))
  // As root PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const clock = beginsAt === undefined ? movedClock.href : `${movedClock.href}?at=${beginsAt}`
  const imports = movesClock ? [endWithParent, clock] : [endWithParent]
  const child = spawn(
    process.execPath,
    [...serverFlags, ...imports.flatMap((file) => ['--import', file]), main],
    {
      env: {
        ...ofTheTests(),
        DATA_DIR: folder,
        PORT: String(port),
        HOST: '127.0.0.1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let log = ''
  const collect = (chunk: Buffer) => {
    log += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  await ready(child, () => log)
  const dataDir = environment.DATA_DIR ?? folder
  const tokenFile = path.join(dataDir, 'first-service-token')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    token: existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : '',
    log: () => log,
    setClockAhead: async (aheadMs) => {
      const told = once(child, 'message')
      child.send({ aheadMs })
      await told
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Lines that say that something went wrong: there must be none after the browser tests. */
export const errorsIn = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))

async function ready(child: ChildProcess, log: () => string): Promise<void> {
  while (!log().includes('Aviary is ready')) {
    if (child.exitCode !== null) throw new Error(`The server ended instead of starting:\n${log()}`)
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
