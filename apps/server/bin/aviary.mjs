#!/usr/bin/env node
// Runs the command line on the project's own Node, whatever Node the machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = dirname(dirname(fileURLToPath(import.meta.url)))
const own = join(server, `../../node_modules/node-${process.platform}-${process.arch}/bin/node`)
const built = join(server, 'dist/cli.js')
const script = existsSync(built) ? built : join(server, 'src/cli/main.ts')
// Keeps V8's young generation small: a large one would rarely be collected, and dead buffers, which use much
// memory outside the heap, would pile up.
const flags = ['--max-semi-space-size=4']
const child = spawn(existsSync(own) ? own : process.execPath, [...flags, script, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
// Passes the signal on and waits for the child's exit: an import first stops the database that it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 128 + constants.signals[signal] : code
})
