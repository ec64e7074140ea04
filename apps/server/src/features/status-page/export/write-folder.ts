import { mkdir, open, readdir, readFile, rename, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { StatusFile } from '../files.ts'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
// Higher qualities take ten times as long and save a twentieth.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Folders whose pages come and go. Everything else in the folder of an export is left alone. */
const PAGES = /^(?:[a-z]{2}\/)?(?:incidents|maintenance|data-centers|services)$/
const PARTIAL = '.partial'

/**
 * Writes files into a folder, those that changed and in their order, each whole or not at all, with compressed copies
 * beside them; then removes pages that are no longer among them. `at`: the modification time of what is written, so
 * that copies on several hosts are the same for caches.
 */
export async function writeFolder(folder: string, files: readonly StatusFile[], at: Date): Promise<void> {
  for (const file of files) await writeFile(path.join(folder, file.name), file.content, at)
  await removeOthers(folder, new Set(files.map(({ name }) => name)))
}

async function writeFile(file: string, content: string, at: Date): Promise<void> {
  const bytes = Buffer.from(content)
  if (await isThere(file, bytes)) return
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 })
  // The compressed copies first: a server that prefers them must never find the old ones beside the new file.
  await putFile(`${file}.br`, await toBrotli(bytes, BROTLI), at)
  await putFile(`${file}.gz`, await toGzip(bytes), at)
  await putFile(file, bytes, at)
}

const isThere = async (file: string, bytes: Buffer): Promise<boolean> =>
  (await readIfThere(file))?.equals(bytes) ?? false

export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Readable by everybody: other programs serve it. */
export async function putFile(file: string, bytes: Buffer, at: Date): Promise<void> {
  const partial = `${file}${PARTIAL}`
  const out = await open(partial, 'w', 0o644)
  try {
    await out.writeFile(bytes)
    await out.sync()
  } finally {
    await out.close()
  }
  await utimes(partial, at, at)
  await rename(partial, file)
}

/** Removes pages of what is no longer shown, and what a write that was cut off left behind. */
async function removeOthers(folder: string, names: ReadonlySet<string>): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of found) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
    const isPage = entry.isDirectory() && PAGES.test(name.slice(0, name.lastIndexOf('/')))
    const isGone = isPage && ![...names].some((known) => known.startsWith(`${name}/`))
    if (isGone) await rm(path.join(folder, name), { recursive: true, force: true })
    else if (entry.isFile() && name.endsWith(PARTIAL)) await rm(path.join(folder, name), { force: true })
  }
}
