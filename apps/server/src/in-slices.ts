import { setTimeout as pause } from 'node:timers/promises'
import { limitConcurrency } from './limit-concurrency.ts'

const inTurn = limitConcurrency(1)

/**
 * Does one short piece of work that keeps the processor busy. Pieces of all requests come one after the other, and the
 * process rests after each for as long as it took: whoever else asks waits for one piece, not for all.
 */
export const inSlices = <T>(work: () => T): Promise<T> =>
  inTurn(async () => {
    const startedAt = performance.now()
    const result = work()
    await pause(performance.now() - startedAt)
    return result
  })
