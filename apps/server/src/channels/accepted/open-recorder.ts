import type { Db } from '../../database/open.ts'
import type { Tried } from '../queue/consequences.ts'
import { recordAccepted } from './queries.ts'

/** More would keep lanes locked for long; writers of new deliveries wait for them. */
const LARGEST_BATCH = 64

/** `inTurn` begins a transaction when one of its `turns` is free. */
type Turns = { inTurn: (work: () => Promise<void>) => Promise<void>; turns: number }

type Waiting = { tried: Tried; recorded: () => void; failed: (error: unknown) => void }

/**
 * Records accepted tries in batches: one that ends while so many batches are being recorded as `turns` allows goes into
 * the next one. `record` resolves when its try is committed.
 */
export function openAcceptedRecorder(db: Db, { inTurn, turns }: Turns) {
  let waiting: Waiting[] = []
  let recording = 0

  /** The oldest ones, at most one of each channel. */
  const takeBatch = (): Waiting[] => {
    const batch = new Map<number, Waiting>()
    for (const each of waiting)
      if (batch.size < LARGEST_BATCH && !batch.has(each.tried.channelId))
        batch.set(each.tried.channelId, each)
    const taken = new Set(batch.values())
    waiting = waiting.filter((each) => !taken.has(each))
    return [...taken]
  }

  const recordAll = async () => {
    recording += 1
    while (waiting.length > 0) await inTurn(recordBatch)
    recording -= 1
  }

  const recordBatch = async () => {
    const batch = takeBatch()
    if (batch.length === 0) return
    try {
      await recordAccepted(
        db,
        batch.map(({ tried }) => tried),
      )
      for (const { recorded } of batch) recorded()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }

  return (tried: Tried): Promise<void> =>
    new Promise((recorded, failed) => {
      waiting.push({ tried, recorded, failed })
      if (recording < turns) recordAll()
    })
}
