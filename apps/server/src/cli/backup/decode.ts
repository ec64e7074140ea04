import { createHash } from 'node:crypto'
import { VERSION } from '../../process/version.ts'
import {
  anyHeader,
  type Backup,
  DamagedBackup,
  emptyTally,
  FORMAT,
  type Header,
  header,
  measured,
  type Part,
  partLine,
} from './format.ts'
import { drain, isSame, openMeasure } from './measure.ts'
import { openReader, type Reader } from './reader.ts'

type Lines = { next: () => Promise<unknown>; seal: () => string }

/**
 * Decodes a backup and checks every row, file and count; the backup is proven complete only once all `parts`
 * are read without an error.
 */
export async function decode(source: AsyncIterable<Buffer>): Promise<Backup> {
  const reader = openReader(source)
  const lines = openLines(reader)
  try {
    return { header: readHeader(await lines.next()), parts: readParts(reader, lines) }
  } catch (error) {
    await reader.close()
    throw error
  }
}

function openLines(reader: Reader): Lines {
  const digest = createHash('sha256')
  // Digest of all lines before the last one read; the end line contains this digest.
  let seal = ''
  return {
    next: async () => {
      const line = await reader.line()
      seal = digest.copy().digest('hex')
      digest.update(line)
      try {
        return JSON.parse(line.toString()) as unknown
      } catch {
        throw new DamagedBackup('a line of it is not JSON')
      }
    },
    seal: () => seal,
  }
}

function readHeader(line: unknown): Header {
  const any = anyHeader.safeParse(line)
  if (!any.success) throw new Error('This is no backup of Aviary: it does not begin as one.')
  if (any.data.aviary_backup > FORMAT)
    throw new Error(
      `The backup was made by Aviary ${any.data.version}, in a newer format than this one (${VERSION}) knows: restore it with that version.`,
    )
  const known = header.safeParse(line)
  if (known.success) return known.data
  throw new DamagedBackup('its first line says nothing that can be used')
}

async function* readParts(reader: Reader, lines: Lines): AsyncGenerator<Part> {
  const tally = emptyTally()
  try {
    for (;;) {
      const line = partLine.safeParse(await lines.next())
      if (!line.success) throw new DamagedBackup('a line of it says nothing that can be used')
      const part = line.data
      if ('file' in part) {
        yield* readFile(reader, part)
        tally.files += 1
      } else if ('table' in part) {
        const { schema, name } = part.table
        const measure = openMeasure()
        const rows = measure.watch(reader.rows())
        yield { kind: 'table', table: part.table, rows }
        await drain(rows)
        const actual = measure.end()
        const written = measured.safeParse(await lines.next())
        if (!written.success || !isSame(written.data, actual))
          throw new DamagedBackup(`the rows of ${schema}.${name} are not those that were written`)
        tally.tables += 1
        tally.rows += actual.rows
      } else if ('sequence' in part) {
        yield { kind: 'sequence', sequence: part.sequence }
        tally.sequences += 1
      } else {
        const { sha256, ...counts } = part.end
        if (sha256 !== lines.seal() || JSON.stringify(counts) !== JSON.stringify(tally))
          throw new DamagedBackup('its end does not fit what is before it')
        return await reader.end()
      }
    }
  } finally {
    await reader.close()
  }
}

async function* readFile(
  reader: Reader,
  { file }: { file: Extract<Part, { kind: 'file' }>['file'] },
): AsyncGenerator<Part> {
  const measure = openMeasure()
  const content = measure.watch(reader.bytes(file.size))
  yield { kind: 'file', file, content }
  await drain(content)
  const gap = await reader.line()
  if (measure.end().sha256 !== file.sha256 || gap.length !== 1)
    throw new DamagedBackup(`the file ${file.name} is not the one that was written`)
}
