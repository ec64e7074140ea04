import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { ensureInstalled, projectNode } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { endWithAdvice, projectFolder, runProgram, StepFailed } from './run-program.mjs'
import { serverEnvironment, serverFlags } from './server-flags.mjs'
import { isBuilt, parts } from './sources.mjs'

export function startAviary() {
  return endWithAdvice(async () => {
    await ensureInstalled()
    await ensureBuilt()
    runServer()
  })
}

async function ensureBuilt() {
  if (Object.values(parts).every(isBuilt)) return
  console.log('Building…')
  const { code } = await runProgram(projectNode(), ['scripts/build.mjs'])
  if (code !== 0)
    throw new StepFailed('The build failed: mend what it says above, then run "npm start" again.')
}

// The server runs in its own process group: Ctrl-C then reaches it only through this process, and never
// reaches its database first. The IPC channel tells the server when this process is gone.
function runServer() {
  const args = [...serverFlags, '--import', './scripts/end-with-parent.mjs', 'apps/server/dist/main.js']
  const server = keepRunning(() =>
    spawn(projectNode(), args, {
      cwd: projectFolder,
      env: { ...serverEnvironment, ...process.env },
      detached: true,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forwardOnce(server))
  server.ended.then((code) => process.exit(code))
}

// One Ctrl-C arrives twice, from the terminal and from npm; the server could take the second one for a forced
// stop.
function forwardOnce(server) {
  const samePress = 500 // milliseconds
  let last = Number.NEGATIVE_INFINITY
  return (signal) => {
    if (performance.now() - last > samePress) server.signal(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    last = performance.now()
  }
}
