import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from './errors.ts'

/** An uploaded file, available during its call. */
export type UploadedFile = {
  /** Bytes. */
  size: number
  /** SHA-256, as hex. */
  digest: string
  /** Reads from the start; can be called repeatedly. */
  read: () => AsyncIterable<Buffer>
}

export type Spool = {
  /**
   * Throws a Refusal if the file exceeds `largest` bytes or does not fit on the disk; rethrows an error of
   * `source`.
   */
  receive: (source: Readable, largest: number) => Promise<SpooledFile>
}
export type SpooledFile = UploadedFile & { close: () => Promise<void> }

/** Bytes per read; kept small, because parsing a part blocks all other requests. */
const PART = 16 * 1024

/**
 * Stores uploads on disk while they are processed. A file is unlinked as soon as it is open, so that its
 * bytes vanish with the process. Removes files that an earlier process left by crashing before the unlink.
 */
export function openSpool(folder: string): Spool {
  removeAll(folder)
  return {
    receive: async (source, largest) => {
      const file = await openNameless(folder)
      try {
        const { size, digest } = await receiveInto(file, source, largest)
        return { size, digest, read: () => readParts(file, size), close: () => file.close() }
      } catch (error) {
        await file.close()
        throw error
      }
    },
  }
}

function removeAll(folder: string): void {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    return // the first upload creates the folder
  }
  for (const name of names) rmSync(path.join(folder, name), { force: true })
}

async function openNameless(folder: string): Promise<FileHandle> {
  const name = path.join(folder, crypto.randomUUID())
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = await open(name, 'wx+', 0o600)
    await rm(name, { force: true })
    return file
  } catch (error) {
    throw noRoom(error) ?? error
  }
}

/** Writes all of `source` to `file`. Nothing is synced, because the file need not survive the process. */
export async function receiveInto(
  file: FileHandle,
  source: Readable,
  largest: number,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  let size = 0
  // Keeps `source` open after a failure, because its connection must still carry the refusal.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (size + chunk.length > largest) throw tooLarge(largest)
    hash.update(chunk)
    await writeAll(file, chunk, size)
    size += chunk.length
  }
  return { size, digest: hash.digest('hex') }
}

async function writeAll(file: FileHandle, chunk: Buffer, offset: number): Promise<void> {
  try {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, done, chunk.length - done, offset + done)
      done += bytesWritten
    }
  } catch (error) {
    throw noRoom(error) ?? error
  }
}

async function* readParts(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < size; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PART), 0, PART, index)
    if (bytesRead === 0) throw new Error('An uploaded file is shorter than what was written to it')
    index += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export const tooLarge = (largest: number): Refusal =>
  new Refusal(
    413,
    'Too large',
    `The file is larger than ${Math.floor(largest / 2 ** 20)} MB; split it into several`,
  )

function noRoom(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined
  return new Refusal(
    507,
    'No room',
    'The disk of the server is full: nothing was stored. Tell whoever runs it, and try again',
  )
}
