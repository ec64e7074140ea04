import { DamagedBackup, END_OF_ROWS } from './format.ts'

const NEW_LINE = 10
const LAST_LINE = Buffer.concat([Buffer.from('\n'), END_OF_ROWS])
/** Bytes of a line that is not a table row. A longer one means another kind of file: ours are far shorter. */
const LONGEST_LINE = 1_000_000

export type Reader = {
  /** The next line, including its newline. */
  line: () => Promise<Buffer>
  /** Chunks of whole rows, up to the end-of-table marker. */
  rows: () => AsyncGenerator<Buffer>
  bytes: (size: number) => AsyncGenerator<Buffer>
  /** Throws if anything follows what was read. */
  end: () => Promise<void>
  close: () => Promise<void>
}

/** Reads lines, rows and bytes from chunks of any size. */
export function openReader(source: AsyncIterable<Buffer>): Reader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  const more = async () => {
    const next = await chunks.next()
    if (next.done) throw new DamagedBackup('it is cut off')
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
  }

  const take = (length: number): Buffer => {
    const bytes = rest.subarray(0, length)
    rest = rest.subarray(length)
    return bytes
  }

  return {
    line: async () => {
      while (rest.indexOf(NEW_LINE) < 0) {
        if (rest.length > LONGEST_LINE) throw new DamagedBackup('a line has no end')
        await more()
      }
      return take(rest.indexOf(NEW_LINE) + 1)
    },
    rows: async function* () {
      // At this point `rest` always starts with a row or with the end-of-table marker.
      while (!rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        const end = rest.indexOf(LAST_LINE)
        const length = (end < 0 ? rest.lastIndexOf(NEW_LINE) : end) + 1
        if (length > 0) yield take(length)
        else await more()
      }
      take(END_OF_ROWS.length)
    },
    bytes: async function* (size) {
      for (let left = size; left > 0; ) {
        if (rest.length === 0) await more()
        const piece = take(Math.min(left, rest.length))
        left -= piece.length
        yield piece
      }
    },
    end: async () => {
      if (rest.length > 0 || !(await chunks.next()).done) throw new DamagedBackup('something follows its end')
    },
    close: async () => {
      await chunks.return?.()
    },
  }
}
