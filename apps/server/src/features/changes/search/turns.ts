/** Half of the connections there are: however many search at once, everything else goes on beside them. */
const MOST_AT_ONCE = 5

const waiting: (() => void)[] = []
let running = 0

/** Does work when it is its turn: first come, first served. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST_AT_ONCE) running += 1
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
