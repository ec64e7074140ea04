import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../apps/server/testing/free-port.ts'
import { type Postgres15, startPostgres15, startStandby } from '../apps/server/testing/postgres-15.ts'

export type Databases = Awaited<ReturnType<typeof openDatabases>>

/**
 * Starts a primary with a synchronous standby. After each failover but the last, the promoted server gets a
 * new standby.
 */
export async function openDatabases(failovers: number) {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'aviary-soak-'))
    folders.push(folder)
    return folder
  }
  const ports = await Promise.all(Array.from({ length: 1 + failovers }, () => freePort()))
  const settings = { synchronous_commit: 'on' }
  let current: Postgres15 = await startPostgres15(newFolder(), settings, ports[0])
  let standby = startStandby(newFolder(), current, ports[1])
  const all: Promise<Postgres15>[] = [Promise.resolve(current), standby]
  await standby
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return {
    url: `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    current: () => current,
    failOver: async (nth: number) => {
      const next = await standby
      await current.fall('SIGKILL')
      await next.promote()
      current = next
      const port = ports[nth + 2]
      if (port === undefined) return
      // The new standby is not awaited here, because only the next failover needs it to be complete.
      standby = startStandby(newFolder(), current, port)
      all.push(standby)
    },
    stop: async () => {
      for (const server of all.reverse()) await (await server).stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}
