import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A folder for all that a run of tests keeps on the disk: whoever makes a temporary folder from now on, in this process or
 * in one that it starts, makes it in there. A run that is cut off stops nothing: what outlives it then ends every database
 * that still runs in there.
 */
export function openRunFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'aviary-run-'))
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
