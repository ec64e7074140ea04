import { mkdir, open, readdir, readFile, rename, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hashOf } from '../files.ts'
import type { StatusFile } from '../status-file.ts'
import { PAGE_FOLDERS, type Place, type Writing } from './place.ts'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
// Higher qualities take ten times as long and save a twentieth.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
const PARTIAL = '.partial'

/** A folder of this machine. Each file has compressed copies beside it. */
export function openFolder(folder: string): Place {
  /** What was written last, so that what did not change is not read again. */
  let written = new Map<string, string>()
  return {
    address: folder,
    read: async (name) => (await readIfThere(path.join(folder, name)))?.toString(),
    put: (file, at) => putWhole(path.join(folder, file.name), Buffer.from(file.content), at),
    putAll: async (files, { at, isOurs, mayWrite }) => {
      const fresh = new Map(files.map(({ name, content }) => [name, hashOf(content)]))
      for (const file of files) {
        if (isOurs && written.get(file.name) === fresh.get(file.name)) continue
        await putWithCopies(path.join(folder, file.name), file, { at, mayWrite })
      }
      const isSame =
        isOurs && written.size === fresh.size && [...written.keys()].every((name) => fresh.has(name))
      if (!isSame) {
        await mayWrite()
        await removeOthers(folder, new Set(fresh.keys()))
      }
      written = fresh
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
  }
}

async function putWithCopies(
  file: string,
  { content }: StatusFile,
  { at, mayWrite }: Pick<Writing, 'at' | 'mayWrite'>,
): Promise<void> {
  const bytes = Buffer.from(content)
  if ((await readIfThere(file))?.equals(bytes)) return
  await mayWrite()
  // The compressed copies first: a server that prefers them must never find the old ones beside the new file.
  await putWhole(`${file}.br`, await toBrotli(bytes, BROTLI), at)
  await putWhole(`${file}.gz`, await toGzip(bytes), at)
  await putWhole(file, bytes, at)
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Readable by everybody, because other programs serve it. Its time is `at`, so that copies on several hosts agree. */
async function putWhole(file: string, bytes: Buffer, at: Date): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 })
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
  const shown = new Set([...names].flatMap((name) => PAGE_FOLDERS.exec(name)?.[0].replace(/\/$/, '') ?? []))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
    const isGone = entry.isDirectory() && PAGE_FOLDERS.exec(name)?.[0] === name && !shown.has(name)
    const isPartial = entry.isFile() && name.endsWith(PARTIAL)
    if (isGone || isPartial) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}
