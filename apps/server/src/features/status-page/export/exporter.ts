import { z } from 'zod'
import { takeTurn } from '../../../database/locks.ts'
import { parseJson } from '../../../process/parse-json.ts'
import { HEARTBEAT, renderFiles, renderHeartbeat } from '../files.ts'
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
  /** Places in which this process has compared each file once. */
  const compared = new Set<Place>()
  const exportTo = async (place: Place, status: PublicStatus, now: Date) => {
    if ((await place.read(BY_HAND)) !== undefined) return onByHand(place.address)
    await exportStatus(place, status, { now, isCompared: compared.has(place) })
    compared.add(place)
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
  /** Whether the files of the version that the heartbeat names are known to be there. */
  isCompared: boolean
  /** Whether a person publishes it. Then no heartbeat follows, and pages must not take it for old. */
  isByHand?: boolean
}

/** Brings a place up to date, its heartbeat last. */
export async function exportStatus(
  place: Place,
  status: PublicStatus,
  { now, isCompared, isByHand }: Exporting,
): Promise<void> {
  const known = isCompared ? await readVersion(place) : undefined
  const { version, files } = renderFiles(status, { now, base: '/', known })
  if (files) await place.putAll(files, now)
  await place.put(renderHeartbeat(version, { now, isByHand }), now)
}

const heartbeat = z.object({ version: z.string() })

const readVersion = async (place: Place): Promise<string | undefined> =>
  heartbeat.safeParse(parseJson((await place.read(HEARTBEAT)) ?? '')).data?.version
