import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Returns unused heap to the system. Blocks the process for about a tenth of a second (decision 10). */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

let working = 0

/**
 * Runs work that makes much garbage and keeps little, like ingesting a large file, with a small heap: it is
 * collected before it doubles. Costs a tenth of the time, so use for such work only.
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
