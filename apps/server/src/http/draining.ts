import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'

/** How long a proxy may still use kept connections after new ones are refused. */
const LINGER_MS = 1_000
/** Milliseconds; a turn of the event loop that accepts no connection is shorter than this. */
const QUIET_TURN_MS = 0.1
const SEEKS_QUIET_FOR_MS = 500

export type Draining = {
  /** Call for every server of the process when it is created. */
  watch: (server: Server) => void
  /** Starts the shutdown. `waits`: keep answering during the drain time. */
  begin: (waits?: boolean) => void
  isOn: () => boolean
  /** Resolves when the drain time has passed. */
  isOver: () => Promise<unknown>
  /** Refuses new connections and closes idle ones; running requests finish. */
  close: () => Promise<void>
}

/**
 * Shuts a process down without failing requests that come through a proxy. For `forMs` the process answers as
 * before, reports not ready at /readyz, and sends `Connection: close`. Then it refuses new connections, so
 * that the proxy uses another process. Idle connections close a moment later, so that a proxy about to reuse
 * one learns of the shutdown first. Without drain time the process stops immediately.
 */
export function openDraining(forMs = 0): Draining {
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  let isOn = false
  let isClosed = false
  let accepted = 0
  let over: Promise<unknown> | undefined
  let nobodyLeft = () => {}

  const watch = (server: Server) => {
    servers.push(server)
    server.on('connection', (socket) => {
      if (isClosed) {
        socket.destroy()
        return
      }
      accepted += 1
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        if (sockets.size === 0) nobodyLeft()
      })
    })
    server.prependListener('request', (_request, response) => {
      if (isOn) response.setHeader('connection', 'close')
    })
  }

  /**
   * Waits until no new connections arrive: closing the listener resets connections that are not accepted yet
   * and may already carry a request.
   */
  const quietTurn = async () => {
    const until = performance.now() + SEEKS_QUIET_FOR_MS
    for (let index = 0; index < until; ) {
      const before = accepted
      index = performance.now()
      await turn()
      if (accepted === before && performance.now() - index < QUIET_TURN_MS) return
    }
  }

  const refuseNew = async () => {
    await quietTurn()
    for (const server of servers) if (server.listening) NetServer.prototype.close.call(server)
    const left = new Promise<void>((resolve) => {
      nobodyLeft = resolve
    })
    if (sockets.size > 0) await Promise.race([left, pause(LINGER_MS, undefined, { ref: false })])
  }

  return {
    watch,
    begin: (waits = false) => {
      isOn = true
      if (waits && forMs > 0) over ??= pause(forMs)
    },
    isOn: () => isOn,
    isOver: async () => over,
    close: async () => {
      isOn = true
      if (over) await refuseNew()
      isClosed = true
      for (const server of servers) server.keepAliveTimeout = 1
      // Closes unused connections, which browsers open in advance and the server would wait for.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
