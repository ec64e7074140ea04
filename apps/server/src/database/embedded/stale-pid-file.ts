import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { pidFileOf } from './postmaster.ts'

/**
 * Removes a stale pid file. Another process may have removed it too and started a server since. The file is
 * therefore first moved aside, and put back if its content has changed.
 */
export async function removeStalePidFile(cluster: string, judged: string): Promise<void> {
  const file = pidFileOf(cluster)
  const aside = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await rename(file, aside)
    if ((await readFile(aside, 'utf8')) !== judged) await link(aside, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}
