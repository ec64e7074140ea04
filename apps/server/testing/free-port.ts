import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Ports are chosen below the ephemeral range: an outgoing connection could take an ephemeral port before the test
// uses it.
const LOWEST = 20_000
const HIGHEST = 32_000

/** A free loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
