import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { writeWhole } from '../../process/whole-file.ts'
import { DamagedBackup } from './format.ts'

/** gzip's default level would take nearly twice the time and make the file only a tenth smaller. */
const LEVEL = 3
const CHUNK = 256 * 1024

/** Writes a compressed file, completely or not at all. */
export const writePacked = (file: string, content: AsyncIterable<Buffer>): Promise<void> =>
  writeWhole(file, (out) =>
    pipeline(
      Readable.from(content, { objectMode: false }),
      createGzip({ level: LEVEL, chunkSize: CHUNK }),
      out,
    ),
  )

export async function* unpacked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const content = createGunzip({ chunkSize: CHUNK })
  // If either stream fails, `pipeline` also ends the other, so that the loop below ends with an error.
  const piped = pipeline(source, content)
  piped.catch(() => undefined)
  try {
    for await (const chunk of content) yield chunk as Buffer
    await piped
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (!code?.startsWith('Z_')) return error
  if (message === 'incorrect header check') return new Error('This is no backup of Aviary: it is not packed.')
  return new DamagedBackup(
    code === 'Z_BUF_ERROR' ? 'it is cut off' : 'its bytes are not those that were written',
  )
}
