import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { getAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { DATABASE, ensureDatabase, urlOf } from './connection.ts'
import { chooseDataDirectory } from './data-directory.ts'
import { explain } from './faults.ts'
import { readIdentity } from './identity.ts'
import type { Server } from './launch.ts'
import { runningPort, stopServer } from './server.ts'
import { openSupervisor } from './supervisor.ts'

export type EmbeddedDatabase = {
  url: string
  wasAlreadyRunning: boolean
  /** Call when the database cannot be reached: restarts PostgreSQL if it has ended. */
  check: () => void
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres` (as root possibly `/var/lib/aviary/<id>`), or attaches to a
 * server that runs already, for example after Aviary was killed. `stop` ends the server for every attached
 * process. `onError` receives the reason of a failed restart.
 */
export async function startEmbedded(options: {
  dataDir: string
  log: (message: string) => void
  onError?: (error: unknown) => void
}): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(options.dataDir)
  try {
    const server = await prepareServer(dataDir, options.log)
    const { port, wasAlreadyRunning } = await runningDatabase(server, options.log)
    const onError = (error: unknown) => options.onError?.(explain(error, dataDir))
    const supervisor = openSupervisor({ server, port, log: options.log, onError })
    const verb = wasAlreadyRunning ? 'was already running' : 'runs'
    options.log(`PostgreSQL ${verb} on ${server.cluster}, port ${port}`)
    return {
      url: urlOf({ password: server.password, port, database: DATABASE }),
      wasAlreadyRunning,
      check: supervisor.check,
      stop: async () => {
        await supervisor.stop()
        await stopServer(server)
      },
    }
  } catch (error) {
    throw explain(error, dataDir)
  }
}

const ATTACHES = 5

/** Retries, because another process may stop the server while this process attaches to it. */
async function runningDatabase(server: Server, log: (message: string) => void) {
  for (let tries = 1; ; tries += 1) {
    const running = await runningPort(server, log)
    try {
      await ensureDatabase(server.password, running.port)
      return running
    } catch (error) {
      if (tries === ATTACHES || !isLost(error)) throw error
    }
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/connection terminated/i.test(error.message) ||
    /^(ECONNREFUSED|ECONNRESET|57P0[1-3])$/.test('code' in error ? String(error.code) : ''))

async function prepareServer(dataDir: string, log: (message: string) => void): Promise<Server> {
  // If we run as root, the PostgreSQL user must be able to enter this folder, but need not list its content.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const packaged = await findBinaries()
  const identity = await readIdentity(dataDir)
  const account = await getAccount(dataDir, identity)
  const { binaries, cluster } = await chooseDataDirectory({ dataDir, identity, account, packaged })
  await ensureCluster({ cluster, binaries, account, password: identity.password, log })
  return { cluster, binaries, account, password: identity.password }
}
