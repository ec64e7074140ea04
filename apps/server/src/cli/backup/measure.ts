import { createHash } from 'node:crypto'
import type { Measured } from './format.ts'

const NEW_LINE = 10

export type Measure = {
  /** Passes rows through and counts them; one line is one row. */
  watch: (rows: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  end: () => Measured
}

/**
 * Counts rows and computes a digest over them in order. `onRows` receives the number of rows in each chunk.
 */
export function openMeasure(onRows: (more: number) => void = () => undefined): Measure {
  const digest = createHash('sha256')
  let rows = 0
  return {
    watch: async function* (chunks) {
      for await (const chunk of chunks) {
        digest.update(chunk)
        const more = countLines(chunk)
        rows += more
        onRows(more)
        yield chunk
      }
    },
    end: () => ({ rows, sha256: digest.digest('hex') }),
  }
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1
  return lines
}

/** Reads rows to their end and discards them. */
export async function drain(rows: AsyncIterable<Buffer>): Promise<void> {
  const chunks = rows[Symbol.asyncIterator]()
  let next = await chunks.next()
  while (!next.done) next = await chunks.next()
}

export const isSame = (left: Measured, right: Measured): boolean =>
  left.rows === right.rows && left.sha256 === right.sha256
