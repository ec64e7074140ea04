import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const making = new Set<string>()

export async function isFilled(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.length > 0
}

/** Text of a file; undefined if the file does not exist, or lies in `/proc` and its process has ended. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined
    throw error
  })
}

/** Whether two paths lead to the same folder, through links or mounts too. False when either does not exist. */
export async function isSameFolder(pathA: string, pathB: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [pathA, pathB].map((folder) => stat(folder).catch(() => undefined)),
  )
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev
}

export async function isPresent(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/**
 * Calls `make` with a temporary private folder beside `target`. `make` builds the content there and renames
 * it to `target`, so that `target` appears complete or not at all. First removes temporary folders of killed
 * processes.
 */
export async function withMakingFolder<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftovers(target)
  const folder = `${target}.making-${process.pid}-${randomBytes(4).toString('hex')}`
  making.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await make(folder)
  } finally {
    await removeFolder(folder)
    making.delete(folder)
  }
}

/** Creates a folder that everyone may read and enter, whatever the umask. */
export async function makeOpenFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}

/** Renames a finished folder to `target`. False if another process was first: use the folder of that process. */
export async function putInPlace(folder: string, target: string): Promise<boolean> {
  try {
    await rename(folder, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
    throw error
  }
  const parent = await open(path.dirname(target))
  await parent.sync().finally(() => parent.close())
  return true
}

async function removeLeftovers(target: string): Promise<void> {
  const parent = path.dirname(target)
  const prefix = `${path.basename(target)}.making-`
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name)
    const maker = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    const isInUse = maker === process.pid ? making.has(folder) : isAlive(maker)
    if (maker > 0 && !isInUse) await removeFolder(folder)
  }
}

// Retries because an initdb whose parent was killed may still write there.
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
