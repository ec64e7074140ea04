import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.mjs'

/** Runs these programs in turn, repeating the last one. */
function run(programs, options = {}) {
  const messages = []
  let starts = 0
  const stopped = keepRunning(
    () => {
      const program = programs[Math.min(starts, programs.length - 1)]
      starts += 1
      return spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    },
    { ...options, say: (line) => messages.push(line) },
  )
  return { ...stopped, messages: messages, starts: () => starts }
}

const CRASHES = 'process.exit(70)'
const IS_KILLED = 'process.kill(process.pid, "SIGKILL")'

test('a server that a fault ended is restarted with a message', async () => {
  const { ended, messages, starts } = run([CRASHES, IS_KILLED, 'process.exit(0)'])
  expect(await ended).toBe(0)
  expect(starts()).toBe(3)
  expect(messages).toEqual([
    'The server ended (exit code 70); it is started again.',
    'The server ended (SIGKILL); it is started again.',
  ])
})

test('a server whose handler of unhandled errors failed is started again', async () => {
  const failing =
    "process.on('uncaughtException', () => { throw new Error('the log is full') }); throw new Error('x')"
  const { ended, messages, starts } = run([failing, 'process.exit(0)'])
  expect(await ended).toBe(0)
  expect([starts(), messages]).toEqual([2, ['The server ended (exit code 7); it is started again.']])
})

test('a server that could not start is not started again', async () => {
  const { ended, messages, starts } = run(['process.exit(1)'])
  expect(await ended).toBe(1)
  expect([starts(), messages]).toEqual([1, []])
})

test('no more than a few starts a minute, and a stop ends the wait', async () => {
  const { ended, messages, starts, signal } = run([CRASHES], { mostStarts: 3 })
  await expect.poll(() => messages.length, { timeout: 20_000 }).toBe(3)
  expect(messages[2]).toMatch(/started again in (60|59|5\d) s: 3 starts a minute at most/)
  signal('SIGTERM')
  expect(await ended).toBe(70)
  expect(starts()).toBe(3)
})

test('a signal that is passed on ends the server for good', async () => {
  const { ended, messages, signal } = run(['setInterval(() => {}, 1000)'])
  signal('SIGTERM')
  expect(await ended).toBe(143)
  expect(messages).toEqual([])
})
