import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { testEnvironment } from './process.ts'
import { programOf } from './program.ts'

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
    ended: once(child, 'close').then(([code]) => ({ code, out, err })),
  }
}
