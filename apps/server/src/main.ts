import type { FastifyBaseLogger } from 'fastify'
import { type Config, readConfig } from './config.ts'
import { openLog } from './http/log.ts'
import { giveBackMemory } from './process/give-back-memory.ts'
import { type Running, start } from './start.ts'
import { reportStartFailure } from './start-failure.ts'

/** Milliseconds after the drain time in which running requests and mails must end. */
const LONGEST_STOP_MS = 20_000
/** EX_SOFTWARE of sysexits.h: `npm start` restarts a server that ends with it (scripts/keep-running.mjs). */
const CRASH_EXIT_CODE = 70

// A full disk or a closed pipe loses output, but must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

let config: Config | undefined
let log: FastifyBaseLogger | undefined
try {
  config = readConfig()
  log = openLog(config.logLevel)
  await run(config, log)
} catch (error) {
  process.exit(reportStartFailure(error, { config, log }))
}

async function run(config: Config, log: FastifyBaseLogger): Promise<void> {
  // Ends the process, because its state is unknown now. Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: an error that nothing handles')
    process.exit(CRASH_EXIT_CODE)
  })
  const starting = new AbortController()
  let running: Running | undefined
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    // After Ctrl-C a person waits at a terminal, so there is no drain time.
    const drains = signal === 'SIGTERM'
    setTimeout(() => process.exit(1), LONGEST_STOP_MS + (drains ? config.drainMs : 0)).unref()
    if (!running) return starting.abort()
    running.stop({ drains }).then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  try {
    running = await start(config, log, starting.signal)
  } catch (error) {
    if (starting.signal.aborted) process.exit(0)
    throw error
  }
  if (starting.signal.aborted) {
    await running.stop({ drains: false })
    process.exit(0)
  }
  giveBackMemory() // frees what loading and seeding left behind
  process.stdout.write(
    `\nAviary is ready: ${running.publicUrl}\n${howToSignIn(config.oidc !== undefined)}\n\n`,
  )
}

function howToSignIn(hasProvider: boolean): string {
  if (hasProvider) return 'Sign in with your company account.'
  return 'Sign in: open the address and pick one of the demo people, for example ada.admin@acme.example (administrator).'
}
