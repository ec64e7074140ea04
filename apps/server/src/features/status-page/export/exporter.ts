import { z } from 'zod'
import { takeTurn } from '../../../database/locks.ts'
import { parseJson } from '../../../process/parse-json.ts'
import { HEARTBEAT, type PageCache, renderFiles, renderHeartbeat } from '../files.ts'
import type { StatusPageParts } from '../keeper.ts'
import { openRefreshing, type Refreshing } from '../refreshing.ts'
import { readPublicStatus } from '../snapshot/read.ts'
import type { PublicStatus } from '../snapshot/schema.ts'
import type { Place } from './place.ts'

/** While this file lies in a place, a person has published there, and nothing automatic writes over it. */
export const BY_HAND = 'published-by-hand.json'
const WAITS_MS = 1_000

/**
 * Writes the status page to places; of several processes one at a time, and the others find it written. The heartbeat
 * is written each minute whether something changed or not. `onByHand` hears of places that are left alone.
 */
export function openExporter(
  { db, clock, changes, settings, onError }: StatusPageParts,
  places: readonly Place[],
  onByHand: (address: string) => void,
): Refreshing {
  /** The version that this process wrote to a place. */
  const written = new Map<Place, string>()
  const pages: PageCache = new Map()
  const exportTo = async (place: Place, status: PublicStatus, now: Date) => {
    if ((await place.read(BY_HAND)) !== undefined) return onByHand(place.address)
    written.set(place, await exportStatus(place, status, { now, pages, written: written.get(place) }))
  }
  const work = async () => {
    const isMyTurn = await db.transaction(async (transaction) => {
      if (!(await takeTurn(transaction, 'statusPage'))) return false
      const now = clock()
      const status = await readPublicStatus(db, settings, now)
      for (const place of places) await exportTo(place, status, now).catch(onError)
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
}

/** Brings a place up to date, its heartbeat last; returns the version that is there then. */
export async function exportStatus(
  place: Place,
  status: PublicStatus,
  { now, written, pages = new Map(), isByHand }: Exporting,
): Promise<string> {
  // Another process, or a person, may have written since.
  const isOurs = written !== undefined && (await readVersion(place)) === written
  const base = status.page.url === null ? '/' : new URL(status.page.url).pathname
  const { version, files } = renderFiles(status, { now, base, known: isOurs ? written : undefined, pages })
  if (files) await place.putAll(files, { at: now, isOurs })
  await place.put(renderHeartbeat(version, { now, isByHand }), now)
  return version
}

const heartbeat = z.object({ version: z.string() })

const readVersion = async (place: Place): Promise<string | undefined> =>
  heartbeat.safeParse(parseJson((await place.read(HEARTBEAT)) ?? '')).data?.version
