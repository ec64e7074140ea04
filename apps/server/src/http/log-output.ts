import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { systemClock } from '../clock.ts'

const STANDARD_OUTPUT = 1
const WAIT_MS = 10
/**
 * How often to wait `WAIT_MS` for a slow reader before a line is dropped. After a drop no line waits, until
 * the reader reads again.
 */
const MAX_WAITS = 100

/**
 * Standard output for log lines. Drops a line that cannot be written (full disk, closed reader): pino's own
 * destination would end the process, or hang when the process ends. The next written line is preceded by the
 * number of dropped lines.
 */
export function openLogOutput(fd = STANDARD_OUTPUT): DestinationStream {
  let dropped = 0
  let isCut = false

  const writeWhole = (line: string) => {
    const mostWaits = dropped > 0 ? 0 : MAX_WAITS
    let rest = Buffer.from(line)
    for (let waits = 0; rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(fd, rest))
        isCut = rest.length > 0
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waits >= mostWaits) throw error
        waits += 1
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
      }
    }
  }

  return {
    write: (line) => {
      try {
        if (dropped > 0) {
          const notice = { level: 'warn', time: systemClock().toISOString(), lines: dropped }
          writeWhole(`${isCut ? '\n' : ''}${JSON.stringify({ ...notice, msg: 'log lines were dropped' })}\n`)
          dropped = 0
        }
        writeWhole(line)
      } catch {
        dropped += 1
      }
    },
  }
}
