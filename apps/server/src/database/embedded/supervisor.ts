import { openWakeableSleep } from '../../wakeable-sleep.ts'
import type { Server } from './launch.ts'
import { runningPort } from './server.ts'

/** A disk that is full stays so for a while. */
const AFTER_FAULT_MS = 3_000

export type Supervisor = {
  /** Brings the server up again where it has ended, in the background; nothing happens where it runs. */
  check: () => void
  /** Ends with the look under way. */
  stop: () => Promise<void>
}

type Supervised = {
  server: Server
  port: number
  log: (message: string) => void
  onError: (error: unknown) => void
}

/**
 * PostgreSQL starts anew by itself when one of its processes dies, and ends when its first one does or when there is no room
 * to start anew in: then it is started here, on the port that everybody knows, until it runs.
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
