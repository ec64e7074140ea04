import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 8 * 2 ** 30

/**
 * Where Linux keeps files in memory, if there is room and programs may run there. A test run makes and removes hundreds of databases of
 * eight hundred files each, which takes ten times as long on a disk.
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
 * A folder for all that a run of tests keeps in files: whoever makes a temporary folder from now on, in this process or
 * in one that it starts, makes it in there. A run that is cut off stops nothing: what outlives it then ends every database
 * that still runs in there.
 */
export function openRunFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(quickestFolder(), 'aviary-run-'))
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, who must be able to pass through.
  process.env.TMPDIR = folder
  const untilWeAreGone = 'cat > /dev/null'
  const endServers =
    'find "$0" -name postmaster.pid | while read -r file; do kill -QUIT "$(head -n 1 "$file")"; done'
  const script = `${untilWeAreGone}; ${endServers}; sleep 1; rm -rf "$0"`
  const keeper = spawn('sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  keeper.unref()
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
