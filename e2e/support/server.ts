import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProcess } from '../../apps/server/testing/process.ts'
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

/** Starts the built product as a process of its own, on data of its own or on the database of `DATABASE_URL`. */
export async function startBuiltServer(
  environment: Record<string, string> = {},
  { movesClock = false, beginsAt }: { movesClock?: boolean; beginsAt?: number } = {},
): Promise<BuiltServer> {
  if (!existsSync(main)) throw new Error('The product is not built. Run: npm run build')
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-e2e-'))
  // As root PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711)
  const clock = beginsAt === undefined ? movedClock.href : `${movedClock.href}?at=${beginsAt}`
  const server = await startProcess(
    { DATA_DIR: folder, SEED_DEMO: 'true', ...environment },
    { main, flags: [...serverFlags, ...(movesClock ? ['--import', clock] : [])] },
  )
  const dataDir = environment.DATA_DIR ?? folder
  const tokenFile = path.join(dataDir, 'first-service-token')
  return {
    url: server.url,
    pid: server.pid,
    dataDir,
    token: existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : '',
    log: server.output,
    setClockAhead: (aheadMs) => server.tell({ aheadMs }),
    stop: async () => {
      await server.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Lines that say that something went wrong: there must be none after the browser tests. */
export const errorsIn = (log: string): string[] =>
  log.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))
