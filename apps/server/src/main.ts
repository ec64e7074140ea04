import { InvalidConfig, readConfig } from './config.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { openLog } from './http/log.ts'
import { start } from './start.ts'

/** Beyond the drain time: for requests and mails under way. */
const LONGEST_STOP_MS = 20_000
/** EX_SOFTWARE of sysexits.h: `npm start` starts a server that ended with it again (scripts/keep-running.mjs). */
const CRASH_EXIT_CODE = 70

try {
  const config = readConfig()
  const log = openLog(config.logLevel)
  // Nobody knows what state such an error leaves behind. Rejections that nobody handles come here too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: an error that nothing handles')
    process.exit(CRASH_EXIT_CODE)
  })
  const running = await start(config, log)
  giveBackMemory() // what loading and seeding left behind
  process.stdout.write(
    `\nAviary is ready: ${running.publicUrl}\n${howToSignIn(config.oidc !== undefined)}\n\n`,
  )

  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    // Ctrl-C is a person at a terminal, who waits.
    const drains = signal === 'SIGTERM'
    setTimeout(() => process.exit(1), LONGEST_STOP_MS + (drains ? config.drainMs : 0)).unref()
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
} catch (error) {
  if (error instanceof InvalidConfig) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(
      `Aviary could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
    )
  process.exit(1)
}

function howToSignIn(hasProvider: boolean): string {
  if (hasProvider) return 'Sign in with your company account.'
  return 'Sign in: open the address and pick one of the demo people, for example ada.admin@acme.example (administrator).'
}
