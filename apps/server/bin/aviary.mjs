#!/usr/bin/env node
// Runs the command line on the project's own Node, whatever Node the machine has.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = dirname(dirname(fileURLToPath(import.meta.url)))
const own = join(server, `../../node_modules/node-${process.platform}-${process.arch}/bin/node`)
const built = join(server, 'dist/cli.js')
const script = existsSync(built) ? built : join(server, 'src/cli/main.ts')
const ended = spawnSync(existsSync(own) ? own : process.execPath, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = ended.status ?? 1
