import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Writes a file atomically, readable by its owner only. */
export async function writeWhole(file: string, fill: (out: WriteStream) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  try {
    await fill(createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  // Syncs the folder, so that the new name survives a crash.
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}

/** SHA-256 of a file, hexadecimal. */
export async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}
