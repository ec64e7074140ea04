import path from 'node:path'
import { servedFolder } from './connection.ts'
import { isAlive, isPresent, isSameFolder, readIfPresent } from './folders.ts'
import { run } from './run.ts'

/**
 * State of a cluster, judged by `postmaster.pid` and the processes of the machine.
 * `stopped`: PostgreSQL may start. `running`: the server answers. `busy`: a server starts, stops or recovers.
 * `unreadable`: the pid file is being written, or a crash cut it off.
 * `stale`: the process id in the pid file now belongs to another program; PostgreSQL would refuse to start.
 * `astray`: the folder was moved, and a server still runs on the cluster under its old path.
 */
export type Sighting =
  | { kind: 'stopped' }
  | { kind: 'running'; pid: number; port: number }
  | { kind: 'busy' | 'astray'; pid: number }
  | { kind: 'stale' | 'unreadable'; text: string }

export function pidFileOf(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}

export async function inspect(cluster: string, password: string): Promise<Sighting> {
  const text = await readIfPresent(pidFileOf(cluster))
  if (text === undefined) return { kind: 'stopped' }
  const [pid, , , port] = text.split('\n').map(Number)
  if (!pid || !port) return { kind: 'unreadable', text }
  if (!isAlive(pid)) return { kind: 'stopped' }
  const claim = await claimOf(pid, cluster)
  if (claim === 'other') return { kind: 'stale', text }
  if (claim === 'moved') return { kind: 'astray', pid }
  return (await answers(cluster, password, port)) ? { kind: 'running', pid, port } : { kind: 'busy', pid }
}

/**
 * Whether a process is the server of this folder, judged by its command line. `unknown`: the command line
 * does not tell, and the caller asks the server on the port in the pid file.
 */
async function claimOf(pid: number, cluster: string): Promise<'ours' | 'moved' | 'other' | 'unknown'> {
  const words = await commandLineOf(pid)
  // PostgreSQL's children are named "postgres: walwriter" and the like; a zombie has no command line.
  if (path.basename(words[0] ?? '') !== 'postgres') return 'other'
  const folder = words[words.indexOf('-D') + 1] ?? ''
  if (!path.isAbsolute(folder) || !words.includes('-D')) return 'unknown'
  if (await isSameFolder(folder, cluster)) return 'ours'
  return (await isPresent(folder)) ? 'other' : 'moved'
}

async function commandLineOf(pid: number): Promise<string[]> {
  if (process.platform !== 'linux') {
    const { output } = await run({ file: 'ps', args: ['-ww', '-o', 'comm=', '-p', String(pid)] })
    return [output.trim()]
  }
  const text = (await readIfPresent(`/proc/${pid}/cmdline`)) ?? ''
  return text.split('\0')
}

async function answers(cluster: string, password: string, port: number): Promise<boolean> {
  try {
    return await isSameFolder(await servedFolder(password, port), cluster)
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') return false
    throw new Error(
      `The database in ${cluster} does not accept the password in embedded.json: restore the file that belongs to it.`,
      { cause: error },
    )
  }
}
