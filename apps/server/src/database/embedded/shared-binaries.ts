import { chmod, cp, readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { makeOpenFolder, putInPlace, withMakingFolder } from './folders.ts'

/** A copy of the binaries in `home` that every user may run; made once per version, and again if incomplete. */
export async function shareBinaries(packaged: Binaries, home: string): Promise<Binaries> {
  const target = path.join(home, `postgresql-${packaged.version}`)
  const shared = { root: target, version: packaged.version }
  if (await isComplete(packaged.root, target)) return shared
  await makeOpenFolder(home)
  await withMakingFolder(target, async (folder) => {
    const copy = path.join(folder, 'copy')
    await cp(packaged.root, copy, { recursive: true, verbatimSymlinks: true })
    await openToAll(copy)
    if (await putInPlace(copy, target)) return
    if (await isComplete(packaged.root, target)) return
    await rename(target, path.join(folder, 'incomplete'))
    await putInPlace(copy, target)
  })
  return shared
}

async function isComplete(source: string, copy: string): Promise<boolean> {
  const files = await readdir(source, { recursive: true })
  const sizes = await Promise.all(
    files.map(async (file) => {
      const [original, copied] = await Promise.all(
        [source, copy].map((root) => stat(path.join(root, file)).catch(() => undefined)),
      )
      return original?.isDirectory() ? copied?.isDirectory() === true : copied?.size === original?.size
    }),
  )
  return sizes.every(Boolean)
}

// With a strict umask npm leaves files that only their owner may read.
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(file, 0o755)
    else if (entry.isFile()) await chmod(file, (await stat(file)).mode & 0o100 ? 0o755 : 0o644)
  }
}
