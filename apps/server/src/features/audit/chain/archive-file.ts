import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { writeWhole } from '../../../process/whole-file.ts'

const line = z.object({
  seal_no: z.number().int(),
  hash: z.string(),
  pkey: z.number().int(),
  application_name: z.string(),
  user_email: z.string(),
  action_name: z.string(),
  created_date: z.string(),
  /** Kept as text, so that the seal can be computed again from the same bytes. */
  context: z.string().nullable(),
  /** As in the table `audit_seals`; archives of earlier versions have none. */
  address_salts: z.array(z.string()).readonly().nullable().default(null),
})
export type ArchiveLine = z.infer<typeof line>

export const archiveName = (fromSeal: number): string => `audit-${fromSeal}.jsonl.gz`

/** Files named like an archive, those that an erasure wrote anew among them. */
export async function listArchiveFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^audit-\d+(-erased-\d+)?\.jsonl\.gz$/.test(name)).toSorted()
}

/**
 * Writes the whole archive or nothing; call it before deleting the rows. Returns the SHA-256 of the file in
 * hexadecimal.
 */
export async function writeArchive(file: string, lines: AsyncIterable<ArchiveLine>): Promise<string> {
  const digest = createHash('sha256')
  const measured = new Transform({
    transform: (chunk: Buffer, _, done) => {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  await writeWhole(file, (out) => pipeline(Readable.from(textOf(lines)), createGzip(), measured, out))
  return digest.digest('hex')
}

async function* textOf(lines: AsyncIterable<ArchiveLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

/** Reads the lines of an archive; throws if the file is missing, damaged or no archive. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveLine> {
  const source = createReadStream(file)
  const text = createGunzip().setEncoding('utf8')
  // A read error also ends the loop below, which throws the error. Without this handler, the error would be
  // an unhandled rejection as well.
  const piped = pipeline(source, text)
  piped.catch(() => undefined)
  for await (const row of linesOf(text)) yield line.parse(JSON.parse(row))
  await piped
}

/** Lines as `textOf` ends them. JSON may hold U+2028 and U+2029, which readers of lines in Node take for ends as well. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
