import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type SmallDisk = {
  folder: string
  /** Fills the remaining space. */
  fill: () => void
  /** Frees the space. */
  clear: () => void
  remove: () => void
}

const PART = Buffer.alloc(64 * 1024, 1)

/** Mounts a file system (tmpfs) of `megabytes` MB; returns the reason instead if this machine cannot mount one. */
export function openSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return `no disk can be mounted here: ${String(error).split('\n')[1] ?? error}`
  }
  // If the tests run as root, PostgreSQL runs as another user, who must be able to pass through this folder.
  chmodSync(folder, 0o711)
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'a')
      for (let part = PART; part.length > 0; ) {
        try {
          writeSync(file, part)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          part = part.subarray(0, Math.floor(part.length / 2))
        }
      }
      closeSync(file)
    },
    clear: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
