import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { pidFileOf } from './postmaster.ts'

/**
 * Takes away a pid file that was judged stale. Another process may have judged the same and started a server since, so the file is
 * first taken aside and put back when it is no longer the one that was read.
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
