import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Gives the memory that nobody needs back to the system. Nothing else runs meanwhile: about a tenth of a second (decision 10). */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

let working = 0

/**
 * Does work that makes much garbage and keeps little, as taking in a large file does: the heap is collected before it has
 * doubled, where it would grow as far as it may first. That costs a tenth of the time, so it is for such work only.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  working += 1
  setFlagsFromString('--heap-growing-percent=60')
  try {
    return await work()
  } finally {
    working -= 1
    if (working === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
