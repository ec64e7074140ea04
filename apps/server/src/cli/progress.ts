import { existsSync, statSync } from 'node:fs'
import { SingleBar } from 'cli-progress'

const LINE_EVERY_MS = 5_000
const COUNTS = '{rows} rows | {rate} rows/s'

export type Progress = {
  /** Passes a file through and counts its bytes. */
  watch: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  rows: (count: number) => void
  end: () => void
}

/**
 * Shows a progress bar on a terminal, else a line every few seconds. Input from a pipe has no percentage,
 * because its size is unknown.
 */
export function openProgress(file: string): Progress {
  const size = existsSync(file) ? statSync(file).size : 0
  const start = performance.now()
  let bytes = 0
  let rows = 0
  const rate = () => Math.round(rows / Math.max(0.001, (performance.now() - start) / 1000))
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: size > 0 ? `{bar} {percentage}% | ${COUNTS}` : COUNTS, stream: process.stderr })
    : undefined
  bar?.start(size || 1, 0, { rows: 0, rate: 0 })
  const timer = bar
    ? undefined
    : setInterval(
        () => process.stderr.write(`${rows} rows, ${percent(bytes, size)}${rate()} rows/s\n`),
        LINE_EVERY_MS,
      )
  return {
    watch: async function* (source) {
      for await (const chunk of source) {
        bytes += chunk.length
        yield chunk
      }
    },
    rows: (count) => {
      rows = count
      bar?.update(Math.min(bytes, size || 1), { rows, rate: rate() })
    },
    end: () => {
      clearInterval(timer)
      bar?.stop()
    },
  }
}

const percent = (bytes: number, size: number): string =>
  size > 0 ? `${Math.floor((100 * bytes) / size)} %, ` : ''
