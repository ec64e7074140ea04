import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgresPrograms } from '../../apps/server/testing/postgres-15.ts'
import { runProgram } from '../run-program.mjs'

// Chromium's headless build: the same engine without windows, in which browser tests take two thirds of the
// time.
const headlessShell = 'chromium-headless-shell'
const browsers = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome']
const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } // runlevel 1: an installed server is not started

/** Returns `{ chromium, hasPostgres }`: the browser's path or undefined. Installs what is missing where possible. */
export async function ensureNeeds({ browser, postgres, promtool, pgbouncer, nginx }) {
  const missing = []
  if (browser && !findChromium([headlessShell])) missing.push(headlessShell)
  if (postgres && !hasPostgres()) missing.push('postgresql')
  if (promtool && !findProgram(['promtool'])) missing.push('prometheus')
  if (pgbouncer && !existsSync('/usr/sbin/pgbouncer')) missing.push('pgbouncer')
  if (nginx && !existsSync('/usr/sbin/nginx')) missing.push('nginx', 'libnginx-mod-http-brotli-static')
  if (canInstall()) {
    if (missing.length > 0) await aptInstall(missing)
    if (browser && !findChromium()) await aptInstall(['chromium'])
  }
  return { chromium: findChromium(), hasPostgres: hasPostgres() }
}

export const chromiumAdvice =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH.'
export const postgresAdvice =
  'The tests on a server need PostgreSQL 15 or newer: install it (Debian: apt-get install postgresql), ' +
  'or set TEST_DATABASE_URL to one whose user may create databases.'

function findChromium(names = browsers) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return findProgram(names)
}

function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function hasPostgres() {
  return Boolean(process.env.TEST_DATABASE_URL || findPostgresPrograms())
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

async function aptInstall(packages) {
  console.log(`Installing ${packages.join(' and ')} from Debian's packages…`)
  const installs = packages.map((name) => ['install', '-y', '--no-install-recommends', name])
  for (const args of [['update'], ...installs]) {
    const { code, output } = await runProgram('apt-get', args, { quiet: true, env: aptEnvironment })
    if (code !== 0) console.log(`apt-get ${args.join(' ')} failed:\n${output}`)
  }
}
