import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Changes } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { hashOf, type PageCache, renderFiles, renderHeartbeat } from './files.ts'
import { openRefreshing } from './refreshing.ts'
import { readPublicStatus, type SnapshotSettings } from './snapshot/read.ts'
import type { StatusFile } from './status-file.ts'

const compress = promisify(gzip)

/** A file as it is sent: its bytes, and the same compressed. */
export type SentFile = StatusFile & { etag: string; plain: Buffer; gzipped: Buffer }
/** Most files are asked for by nobody, so that their bytes are made when they are. */
type KeptFile = { file: StatusFile; sent?: Promise<SentFile> }

export type Keeper = {
  /** A file of the last good refresh; waits for the first one. Undefined if there is none of that name. */
  find: (name: string) => Promise<SentFile | undefined>
  close: () => Promise<void>
}

export type StatusPageParts = {
  db: Db
  clock: () => Date
  changes: Changes
  settings: SnapshotSettings
  onError: (error: unknown) => void
}

/**
 * Keeps the status page in memory, so that strangers never cause a query: however many ask, the database is read once
 * for each change and once a minute. While it is away, the last state is served, with a heartbeat that grows old.
 * `base`: where the root of the page is on this server, such as `/status/`.
 */
export function openKeeper({ db, clock, changes, settings, onError }: StatusPageParts, base: string): Keeper {
  let files = new Map<string, KeptFile>()
  let version: string | undefined
  const pages: PageCache = new Map()
  const keep = (file: StatusFile): KeptFile => {
    const known = files.get(file.name)
    return known?.file.content === file.content ? known : { file }
  }
  const work = async () => {
    const now = clock()
    const status = await readPublicStatus(db, settings, now)
    const rendered = renderFiles(status, { now, base, known: version, pages })
    const fresh = new Map(rendered.files ? [] : files)
    for (const file of rendered.files ?? []) fresh.set(file.name, keep(file))
    const heartbeat = renderHeartbeat(rendered.version, { now })
    fresh.set(heartbeat.name, keep(heartbeat))
    files = fresh
    version = rendered.version
  }
  const { refresh, close } = openRefreshing({ changes, work, onError })
  return {
    find: async (name) => {
      if (files.size === 0) await refresh()
      const kept = files.get(name)
      if (kept) kept.sent ??= toSent(kept.file)
      return kept?.sent
    },
    close,
  }
}

export async function toSent(file: StatusFile): Promise<SentFile> {
  const plain = Buffer.from(file.content)
  return { ...file, etag: `"${hashOf(file.content)}"`, plain, gzipped: await compress(plain) }
}
