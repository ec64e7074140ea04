import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { testEnvironment } from './process.ts'
import { programOf } from './program.ts'

const PROGRESS = /^\d+ rows, .*\n/gm

/** Runs `aviary` like an operator, with only the given environment. */
export function startAviary(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [programOf('cli'), ...args], {
    env: { ...testEnvironment(), SEED_DEMO: 'false', ...environment },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return {
    stdin: child.stdin,
    /** Everything the command has written to standard output so far. */
    output: () => out,
    interrupt: () => void child.kill('SIGINT'),
    kill: () => void child.kill('SIGKILL'),
    /** Without the lines by which a command that takes more than five seconds shows its progress. */
    ended: once(child, 'close').then(([code]) => ({ code, out, err: err.replaceAll(PROGRESS, '') })),
  }
}
