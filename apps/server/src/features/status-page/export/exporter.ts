import { z } from 'zod'
import { takeTurnAt } from '../../../database/locks.ts'
import { parseJson } from '../../../process/parse-json.ts'
import { type PageCache, renderFiles, renderHeartbeat } from '../files.ts'
import type { StatusPageParts } from '../keeper.ts'
import { openRefreshing, type Refreshing } from '../refreshing.ts'
import { readPublicStatus } from '../snapshot/read.ts'
import type { PublicStatus } from '../snapshot/schema.ts'
import type { StatusFile } from '../status-file.ts'
import type { Place } from './place.ts'

type Heard = { onByHand: (address: string) => void; onWritten: (address: string, at: Date) => void }

/** While this file lies in a place, a person has published there, and nothing automatic writes over it. */
export const BY_HAND = 'published-by-hand.json'
const WAITS_MS = 1_000

/**
 * Writes the status page to places, each by itself: one that does not answer holds up no other. Of several processes
 * one at a time writes a place, and the others find it written. The heartbeat is written each minute whether something
 * changed or not. `onByHand` hears of places that are left alone, `onWritten` of those that are up to date.
 */
export function openExporter(parts: StatusPageParts, places: readonly Place[], heard: Heard): Refreshing {
  const pages: PageCache = new Map()
  const exporting = places.map((place) => exportToPlace(place, { ...parts, ...heard, pages }))
  return {
    refresh: async () => void (await Promise.all(exporting.map(({ refresh }) => refresh()))),
    close: async () => void (await Promise.all(exporting.map(({ close }) => close()))),
  }
}

type PlaceParts = StatusPageParts & Heard & { pages: PageCache }

function exportToPlace(place: Place, { onByHand, onWritten, pages, ...parts }: PlaceParts): Refreshing {
  const { db, clock, changes, settings, onError } = parts
  /** The version that this process wrote. */
  let written: string | undefined
  const mayWrite = async () => {
    if ((await place.read(BY_HAND)) !== undefined) throw new PublishedByHand()
  }
  const write = async () => {
    const now = clock()
    const status = await readPublicStatus(db, settings, now)
    try {
      await mayWrite()
      written = await exportStatus(place, status, { now, pages, written, mayWrite })
      onWritten(place.address, now)
    } catch (error) {
      if (!(error instanceof PublishedByHand)) throw error
      onByHand(place.address)
    }
  }
  const work = async () => {
    const isMyTurn = await db.transaction(async (transaction) => {
      if (!(await takeTurnAt(transaction, 'statusPage', place.address))) return false
      await write()
      return true
    })
    if (!isMyTurn) setTimeout(() => void refreshing.refresh(), WAITS_MS)
  }
  const refreshing = openRefreshing({ changes, work, onError })
  return refreshing
}

type Exporting = {
  now: Date
  /** The version that the caller wrote last, if any. */
  written?: string | undefined
  pages?: PageCache
  /** Whether a person publishes it. Then no heartbeat follows, and pages must not take it for old. */
  isByHand?: boolean
  /** Throws once nothing more may be written. */
  mayWrite?: () => Promise<void>
}

/** A person published in the place, perhaps while this was being written. */
class PublishedByHand extends Error {}

/** Brings a place up to date, its heartbeat last; returns the version that is there then. */
export async function exportStatus(
  place: Place,
  status: PublicStatus,
  { now, written, pages = new Map(), isByHand, mayWrite = async () => undefined }: Exporting,
): Promise<string> {
  // Another process, or a person, may have written since, or have been cut off.
  const isOurs = written !== undefined && (await readVersion(place)) === written
  const base = status.page.url === null ? '/' : new URL(status.page.url).pathname
  const { version, files } = renderFiles(status, { now, base, known: isOurs ? written : undefined, pages })
  const put = async (file: StatusFile) => {
    await mayWrite()
    await place.put(file, now)
  }
  if (files) {
    await put(toVersion(null))
    await place.putAll(files, { at: now, isOurs, mayWrite })
    await put(toVersion(version))
  }
  await put(renderHeartbeat(version, { now, isByHand }))
  return version
}

/** Says of which version all files are; of none while they are being written. */
const VERSION = 'version.json'
const versionFile = z.object({ version: z.string() })

const toVersion = (version: string | null): StatusFile => ({
  ...{ name: VERSION, type: 'application/json', content: `${JSON.stringify({ version })}\n` },
})

const readVersion = async (place: Place): Promise<string | undefined> =>
  versionFile.safeParse(parseJson((await place.read(VERSION)) ?? '')).data?.version
