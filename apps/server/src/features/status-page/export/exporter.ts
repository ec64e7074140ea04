import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { takeTurn } from '../../../database/locks.ts'
import { parseJson } from '../../../process/parse-json.ts'
import { HEARTBEAT, renderFiles, renderHeartbeat } from '../files.ts'
import type { StatusPageParts } from '../keeper.ts'
import { openRefreshing, type Refreshing } from '../refreshing.ts'
import { readPublicStatus } from '../snapshot/read.ts'
import type { PublicStatus } from '../snapshot/schema.ts'
import { putFile, readIfThere, writeFolder } from './write-folder.ts'

/** While this file lies in a folder, a person has published there, and nothing automatic writes over it. */
export const BY_HAND = 'published-by-hand.json'
const WAITS_MS = 1_000

/**
 * Writes the status page into folders; of several processes one at a time, and the others find it written. The
 * heartbeat is written each minute whether something changed or not. `onByHand` hears of folders that are left alone.
 */
export function openExporter(
  { db, clock, changes, settings, onError }: StatusPageParts,
  folders: readonly string[],
  onByHand: (folder: string) => void,
): Refreshing {
  /** Folders in which this process has looked at each file once. */
  const checked = new Set<string>()
  const exportTo = async (folder: string, status: PublicStatus, now: Date) => {
    if (existsSync(path.join(folder, BY_HAND))) return onByHand(folder)
    await exportStatus(folder, status, { now, isChecked: checked.has(folder) })
    checked.add(folder)
  }
  const work = async () => {
    const isMyTurn = await db.transaction(async (transaction) => {
      if (!(await takeTurn(transaction, 'statusPage'))) return false
      const now = clock()
      const status = await readPublicStatus(db, settings, now)
      for (const folder of folders) await exportTo(folder, status, now).catch(onError)
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
  isChecked: boolean
  /** Whether a person publishes it. Then no heartbeat follows, and pages must not take it for old. */
  isByHand?: boolean
}

/** Brings a folder up to date, its heartbeat last. */
export async function exportStatus(
  folder: string,
  status: PublicStatus,
  { now, isChecked, isByHand }: Exporting,
): Promise<void> {
  const known = isChecked ? await readVersion(folder) : undefined
  const { version, files } = renderFiles(status, { now, base: '/', known })
  if (files) await writeFolder(folder, files, now)
  const heartbeat = renderHeartbeat(version, { now, isByHand })
  await putFile(path.join(folder, heartbeat.name), Buffer.from(heartbeat.content), now)
}

const heartbeat = z.object({ version: z.string() })

async function readVersion(folder: string): Promise<string | undefined> {
  const bytes = await readIfThere(path.join(folder, HEARTBEAT))
  return heartbeat.safeParse(parseJson(bytes?.toString() ?? '')).data?.version
}
