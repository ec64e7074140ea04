import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ofTheTests } from './process.ts'

const script = path.resolve(import.meta.dirname, '../src/cli/main.ts')

/** Runs `aviary` as an operator does, with that environment and no other. */
export function startAviary(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...ofTheTests(), SEED_DEMO: 'false', ...environment },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return { stdin: child.stdin, ended: once(child, 'close').then(([code]) => ({ code, out, err })) }
}
