import { setTimeout as pause } from 'node:timers/promises'
import { limitConcurrency } from './limit-concurrency.ts'

const inTurn = limitConcurrency(1)

/**
 * Runs one short piece of CPU-bound work. Pieces of all requests run one after the other. After each piece
 * the process pauses for as long as it took, so that other requests wait for one piece only.
 */
export const inSlices = <T>(work: () => T): Promise<T> =>
  inTurn(async () => {
    const startedAt = performance.now()
    const result = work()
    await pause(performance.now() - startedAt)
    return result
  })
