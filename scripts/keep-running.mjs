import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { exitCodeOf } from './run-program.mjs'

/** Exit code of a server that an unhandled error ended: `CRASH_EXIT_CODE` of apps/server/src/main.ts. */
const CRASHED = 70
const MAX_STARTS = 5
const WITHIN_MS = 60_000

/**
 * Runs a server and restarts it after a crash or a signal from others, but not if it could not start or
 * stopped by itself. `start` returns a child process. Returns `{ signal, ended }`: `signal` forwards a signal
 * and ends the restarts, `ended` resolves to the exit code.
 */
export function keepRunning(
  start,
  { mostStarts = MAX_STARTS, withinMs = WITHIN_MS, say = console.error } = {},
) {
  let server
  let isStopping = false
  const waiting = new AbortController()
  const startedAt = []

  const delayMs = () => {
    const since = performance.now() - withinMs
    while (startedAt[0] < since) startedAt.shift()
    return startedAt.length < mostStarts ? 0 : startedAt[0] - since
  }

  const run = async () => {
    for (;;) {
      startedAt.push(performance.now())
      server = start()
      const { code, signal } = await endOf(server, say)
      if (isStopping || !isFault(code, signal)) return exitCodeOf(code, signal)
      const waitMs = delayMs()
      const when =
        waitMs > 0 ? ` in ${Math.ceil(waitMs / 1000)} s: ${mostStarts} starts a minute at most` : ''
      say(`The server ended (${signal ?? `exit code ${code}`}); it is started again${when}.`)
      await pause(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined)
      if (isStopping) return exitCodeOf(code, signal)
    }
  }

  return {
    ended: run(),
    signal: (name) => {
      isStopping = true
      waiting.abort()
      server.kill(name)
    },
  }
}

/** Node's exit code when the handler of unhandled errors itself fails. */
const HANDLER_FAILED = 7

const isFault = (code, signal) => signal !== null || code === CRASHED || code === HANDLER_FAILED

function endOf(server, say) {
  return new Promise((resolve) => {
    server.once('error', (error) => {
      say(`The server could not be started: ${error.message}`)
      resolve({ code: 1, signal: null })
    })
    server.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
