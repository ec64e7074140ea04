import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { testEnvironment } from '../../testing/process.ts'
import { programOf } from '../../testing/program.ts'
import { openLog } from './log.ts'
import { openLogOutput } from './log-output.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'aviary-log-'))
  // If the tests run as root, PostgreSQL runs as another user, who must be able to enter this folder.
  chmodSync(folder, 0o711)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('lines that could not be written are counted before the next one that can', () => {
  const file = path.join(folder, 'log')
  writeFileSync(file, '')
  const readOnly = openSync(file, 'r')
  const log = openLog('info', openLogOutput(readOnly))
  log.info('lost')
  log.info('lost as well')
  closeSync(readOnly)
  expect(openSync(file, 'a')).toBe(readOnly)
  log.info('kept')
  log.info('kept as well')
  closeSync(readOnly)
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', lines: 2, msg: 'log lines were dropped' }),
    expect.objectContaining({ msg: 'kept' }),
    expect.objectContaining({ msg: 'kept as well' }),
  ])
})

test('a stalled reader delays one line, not each', () => {
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  const fill = () => {
    for (;;) writeSync(writer, Buffer.alloc(4096))
  }
  expect(fill).toThrow('EAGAIN')
  const output = openLogOutput(writer)
  const startedAt = performance.now()
  for (let line = 0; line < 4; line += 1) output.write('lost\n')
  expect(performance.now() - startedAt).toBeLessThan(3_500)
  readSync(reader, Buffer.alloc(1024 * 1024))
  output.write('kept\n')
  const read = Buffer.alloc(1024 * 1024)
  const text = read.toString('utf8', 0, readSync(reader, read))
  expect(text).toMatch(/"lines":4.*\nkept\n$/)
  closeSync(writer)
  closeSync(reader)
})

test('a server whose log has no room serves and stops in good order', async () => {
  const full = openSync('/dev/full', 'w')
  const port = String(await freePort())
  const server = spawn(process.execPath, [programOf('main')], {
    env: { ...testEnvironment(), SEED_DEMO: 'false', DATA_DIR: folder, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', full, full],
  })
  const ended = once(server, 'exit')
  try {
    const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 50_000, interval: 100 })
    const refused = await fetch(`http://127.0.0.1:${port}/api/ingest/status`, { method: 'PUT' })
    expect(refused.status).toBeGreaterThanOrEqual(400) // writes one more log line
    expect(await readiness()).toBe(200)
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    server.kill('SIGKILL')
    closeSync(full)
  }
})
