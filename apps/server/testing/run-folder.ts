import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 8 * 2 ** 30

/**
 * Linux's in-memory folder, if it has room and allows execution of programs. A test run creates hundreds of
 * databases of eight hundred files each, which takes ten times as long on disk.
 */
function quickestFolder(): string {
  if (process.env.TMPDIR || process.platform !== 'linux' || freemem() < 1.5 * ROOM_BYTES) return tmpdir()
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder]) => folder === IN_MEMORY)
  if (!mounted || mounted[3]?.split(',').includes('noexec')) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize < ROOM_BYTES ? tmpdir() : IN_MEMORY
}

/**
 * Opens a folder for all temporary files of a test run, also those of child processes. When the run has
 * ended, even by a kill, a detached shell stops the databases left in the folder and deletes the folder.
 */
export function openRunFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(quickestFolder(), 'aviary-run-'))
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, who must be able to pass through this folder.
  process.env.TMPDIR = folder
  const untilWeAreGone = 'cat > /dev/null'
  const endServers =
    'find "$0" -name postmaster.pid | while read -r file; do kill -QUIT "$(head -n 1 "$file")"; done'
  const script = `${untilWeAreGone}; ${endServers}; sleep 1; rm -rf "$0"`
  const cleaner = spawn('sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  cleaner.unref()
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
