import { createHash } from 'node:crypto'
import { type Backup, END_OF_ROWS, type StoredFile, type Table, type Tally } from './format.ts'
import { openMeasure } from './measure.ts'

const NEW_LINE = Buffer.from('\n')

/** Encodes a backup as JSON lines, with rows in COPY format in between; counts what it writes in `tally`. */
export async function* encode(
  { header, parts }: Backup,
  tally: Tally,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const seal = createHash('sha256')
  const line = (value: object): Buffer => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`)
    seal.update(text)
    return text
  }
  yield line(header)
  for await (const part of parts) {
    if (part.kind === 'file') {
      yield line({ file: part.file })
      yield* whole(part.content, part.file)
      yield NEW_LINE
      tally.files += 1
    } else if (part.kind === 'table') {
      const { schema, name, columns } = part.table
      yield line({ table: { schema, name, columns } satisfies Table })
      const measure = openMeasure((more) => {
        tally.rows += more
        onRows(tally.rows)
      })
      yield* measure.watch(part.rows)
      yield END_OF_ROWS
      yield line(measure.end())
      tally.tables += 1
    } else {
      yield line({ sequence: part.sequence })
      tally.sequences += 1
    }
  }
  // The lines contain the digests of all rows and files, so the digest of the lines covers everything.
  yield line({ end: { ...tally, sha256: seal.copy().digest('hex') } })
}

async function* whole(content: AsyncIterable<Buffer>, file: StoredFile): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    yield chunk
  }
  if (size !== file.size) throw new Error(`${file.name} was changed while it was read: try again.`)
}
