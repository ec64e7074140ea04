import { setTimeout as pause } from 'node:timers/promises'
import { program } from './binaries.ts'
import { launch, type Server } from './launch.ts'
import { inspect, type Sighting } from './postmaster.ts'
import { run } from './run.ts'
import { removeStalePidFile } from './stale-pid-file.ts'

const PATIENCE_MS = 300_000
const WRITING_PATIENCE_MS = 2000
const CHECK_INTERVAL_MS = 50
const LAUNCHES = 10

/**
 * Starts the server, or finds it running. There is no lock of our own: PostgreSQL's pid file decides between
 * simultaneous starts, and the loser then finds the winner's server. `port` is the requested port.
 */
export async function runningPort(
  server: Server,
  log: (message: string) => void,
  port?: number,
): Promise<{ port: number; wasAlreadyRunning: boolean }> {
  const startedAt = performance.now()
  let launches = 0
  let hasLaunched = false
  for (;;) {
    const seen = await inspect(server.cluster, server.password)
    if (seen.kind === 'running') return { port: seen.port, wasAlreadyRunning: !hasLaunched }
    if (seen.kind === 'stopped') {
      launches += 1
      hasLaunched = await launch(server, { mayTryAgain: launches < LAUNCHES, port })
      if (hasLaunched) continue
    } else if (isLeftOver(seen, performance.now() - startedAt)) {
      log(`Removes the pid file that a crash left in ${server.cluster}`)
      await removeStalePidFile(server.cluster, seen.text)
    } else {
      await nudge(server, seen, performance.now() - startedAt)
    }
    await pause(CHECK_INTERVAL_MS)
  }
}

function isLeftOver(seen: Sighting, waitedMs: number): seen is Extract<Sighting, { text: string }> {
  return seen.kind === 'stale' || (seen.kind === 'unreadable' && waitedMs > WRITING_PATIENCE_MS)
}

async function nudge(server: Server, seen: Sighting, waitedMs: number): Promise<void> {
  if (!('pid' in seen)) return
  if (waitedMs > PATIENCE_MS) {
    throw new Error(
      `PostgreSQL (process ${seen.pid}) holds ${server.cluster} but does not answer: stop it and start again.`,
    )
  }
  // `astray`: the data folder was moved while this server ran. The server's paths are relative to that folder, so a
  // clean shutdown still writes into it.
  if (seen.kind === 'astray') await askToEnd(server, seen.pid)
}

/**
 * Shuts the server down: open transactions roll back, everything committed is on disk. Does nothing if it is not
 * running.
 */
export async function stopServer(server: Server): Promise<void> {
  const pid = await servingPid(server)
  if (pid === undefined) return
  await askToEnd(server, pid)
  const startedAt = performance.now()
  // pg_ctl stop is unsuitable: it would also wait for a server that another process starts right afterwards.
  while ((await servingPid(server)) === pid) {
    if (performance.now() - startedAt > PATIENCE_MS)
      throw new Error(`PostgreSQL (process ${pid}) on ${server.cluster} does not stop.`)
    await pause(CHECK_INTERVAL_MS)
  }
}

async function servingPid(server: Server): Promise<number | undefined> {
  const seen = await inspect(server.cluster, server.password)
  return seen.kind === 'running' || seen.kind === 'busy' ? seen.pid : undefined
}

// SIGINT is PostgreSQL's fast shutdown. Root in a container may lack the right to signal another user's
// process, so the signal is sent as that user.
async function askToEnd({ binaries, account }: Server, pid: number): Promise<void> {
  await run({ file: program(binaries, 'pg_ctl'), args: ['kill', 'INT', String(pid)], account })
}
