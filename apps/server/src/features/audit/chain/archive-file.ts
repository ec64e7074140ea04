import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
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
  /** As text, so that it can be sealed again to the letter. */
  context: z.string().nullable(),
})
export type ArchiveLine = z.infer<typeof line>

export const archiveName = (fromSeal: number): string => `audit-${fromSeal}.jsonl.gz`

/** Whole or not at all, before any of its rows leaves the database; answers its SHA-256, hexadecimal. */
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
  for await (const one of lines) yield `${JSON.stringify(one)}\n`
}

/** The lines of an archive. Throws where it is no archive. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveLine> {
  const source = createReadStream(file)
  const text = createGunzip()
  // What breaks the one breaks the other, and the loop below.
  const piped = pipeline(source, text)
  piped.catch(() => undefined)
  for await (const one of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY }))
    yield line.parse(JSON.parse(one))
  await piped
}
