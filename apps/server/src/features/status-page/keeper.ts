import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { HEARTBEAT, renderFiles, renderHeartbeat, type StatusFile } from './files.ts'
import type { SnapshotSettings } from './snapshot/read.ts'
import { readPublicStatus } from './snapshot/read.ts'

const compress = promisify(gzip)

/** Topics of writes that may change what anybody can read. */
const TOPICS = new Set<string>(['incidents', 'maintenance', 'reference', 'mails'])
const EVERY_MS = 60_000
/** Several writes that follow each other closely are shown at once. */
const SETTLES_MS = 250

/** A file as it is sent: its bytes, and the same compressed. */
export type KeptFile = StatusFile & { etag: string; plain: Buffer; gzipped: Buffer }

export type Keeper = {
  /** A file of the last good refresh; waits for the first one. Undefined if there is none of that name. */
  find: (name: string) => Promise<KeptFile | undefined>
  close: () => Promise<void>
}

type KeeperParts = {
  db: Db
  clock: () => Date
  changes: Changes
  settings: SnapshotSettings & { base: string }
  onError: (error: unknown) => void
}

/**
 * Keeps the status page in memory, so that strangers never cause a query: however many ask, the database is read once
 * for each change and once a minute. While it is away, the last state is served, with a heartbeat that grows old.
 */
export function openKeeper({ db, clock, changes, settings, onError }: KeeperParts): Keeper {
  let files = new Map<string, KeptFile>()
  let version = ''
  const refresh = async () => {
    const now = clock()
    const status = await readPublicStatus(db, settings, now)
    const rendered = renderFiles(status, { now, base: settings.base }, version)
    const fresh = new Map(rendered.files ? [] : files)
    for (const file of rendered.files ?? []) fresh.set(file.name, await keep(file, rendered.version))
    fresh.set(HEARTBEAT, await keep(renderHeartbeat(rendered.version, now), now.toISOString()))
    files = fresh
    version = rendered.version
  }
  let isClosed = false
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const refreshSoon = (): Promise<void> => {
    if (running) isAskedAgain = true
    running ??= refresh()
      .catch(onError)
      .finally(() => {
        running = undefined
        if (isAskedAgain && !isClosed) void refreshSoon()
        isAskedAgain = false
      })
    return running
  }
  let settling: NodeJS.Timeout | undefined
  const unsubscribe = changes.subscribe(({ topics }) => {
    if (topics.some((topic) => TOPICS.has(topic))) settling ??= setTimeout(settled, SETTLES_MS)
  })
  const settled = () => {
    settling = undefined
    void refreshSoon()
  }
  const repeating = setInterval(refreshSoon, EVERY_MS)
  return {
    find: async (name) => {
      if (files.size === 0 && !isClosed) await refreshSoon()
      return files.get(name)
    },
    close: async () => {
      isClosed = true
      unsubscribe()
      clearTimeout(settling)
      clearInterval(repeating)
      await running
    },
  }
}

async function keep(file: StatusFile, version: string): Promise<KeptFile> {
  const plain = Buffer.from(file.content)
  return { ...file, etag: `"${version}"`, plain, gzipped: await compress(plain) }
}
