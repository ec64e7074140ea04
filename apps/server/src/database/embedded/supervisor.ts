import { openWakeableSleep } from '../../process/wakeable-sleep.ts'
import type { Server } from './launch.ts'
import { runningPort } from './server.ts'

/** Delay before the next restart attempt; a full disk rarely recovers sooner. */
const AFTER_FAULT_MS = 3_000

export type Supervisor = {
  /** Restarts the server in the background if it has ended; does nothing if it runs. */
  check: () => void
  /** Resolves once the check in progress has finished. */
  stop: () => Promise<void>
}

type Supervised = {
  server: Server
  port: number
  log: (message: string) => void
  onError: (error: unknown) => void
}

/**
 * PostgreSQL recovers by itself when one of its processes dies. It ends when its main process dies or the disk is
 * too full to recover. Each `check` then tries to restart PostgreSQL on the same port.
 */
export function openSupervisor({ server, port, log, onError }: Supervised): Supervisor {
  const sleep = openWakeableSleep()
  let isStopping = false
  let checking: Promise<void> | undefined

  const bringUp = async () => {
    try {
      const running = await runningPort(server, log, port)
      if (running.port !== port)
        throw new Error(`PostgreSQL runs on port ${running.port} now: restart Aviary.`)
      if (!running.wasAlreadyRunning) log(`PostgreSQL had ended and runs again on ${server.cluster}`)
    } catch (error) {
      onError(error)
      if (!isStopping) await sleep.pause(AFTER_FAULT_MS)
    }
  }

  return {
    check: () => {
      if (isStopping || checking) return
      checking = bringUp().finally(() => {
        checking = undefined
      })
    },
    stop: async () => {
      isStopping = true
      sleep.wakeAll()
      await checking
    },
  }
}
