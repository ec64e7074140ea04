import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

const patience = 5_000 // milliseconds from SIGTERM to SIGKILL

/** A step that failed; the message is for the person at the terminal. */
export class StepFailed extends Error {}

export function exitCodeOf(code, signal) {
  return signal ? 128 + constants.signals[signal] : code
}

export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

export async function endWithAdvice(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof StepFailed ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}

/**
 * Runs a program in the project's folder and returns `{ code, output }`; `output` is what the program printed
 * if `quiet`. Ends the program on a signal to this process, or after `timeLimit` milliseconds.
 */
export function runProgram(command, args, { quiet = false, env = {}, timeLimit } = {}) {
  const child = spawn(command, args, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  const stopForwarding = endTogether(child)
  let output = ''
  if (quiet) {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
  }
  const timers = timeLimit
    ? [endAfter(child, timeLimit, 'SIGTERM'), endAfter(child, timeLimit + patience, 'SIGKILL')]
    : []
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new StepFailed(`${command} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => {
      timers.forEach(clearTimeout)
      stopForwarding()
      resolve({ code: exitCodeOf(code, signal), output })
    })
  })
}

function endAfter(child, milliseconds, signal) {
  return setTimeout(() => child.kill(signal), milliseconds)
}

function endTogether(child) {
  const forward = (signal) => {
    child.once('exit', () => process.exit(exitCodeOf(null, signal)))
    child.kill(signal)
    endAfter(child, patience, 'SIGKILL') // npm does not let a signal interrupt an installation
  }
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return () => process.off('SIGINT', forward).off('SIGTERM', forward)
}
