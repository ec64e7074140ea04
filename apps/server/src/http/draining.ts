import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'

/** How long a connection that a proxy keeps may still be used, once new ones are refused. */
const LINGER_MS = 1_000
/** A turn of the event loop in which nothing comes is shorter than this. */
const QUIET_TURN_MS = 0.1
const SEEKS_QUIET_FOR_MS = 500

export type Draining = {
  /** Every server of the process is told here when it is made. */
  watch: (server: Server) => void
  /** From now on this process is leaving. `waits`: it goes on answering for its drain time. */
  begin: (waits?: boolean) => void
  isOn: () => boolean
  /** Ends when the drain time has passed. */
  isOver: () => Promise<unknown>
  /** Refuses new connections, and lets go of those on which nobody asks anything. Requests under way are let end. */
  close: () => Promise<void>
}

/**
 * How a process leaves without failing anybody who comes through a proxy. For `forMs` it goes on answering as before, says
 * at /readyz that it is not ready, and with every answer that the connection ends with it. Then it refuses new connections,
 * which a proxy takes elsewhere, and only a moment later closes those that are open and quiet: a proxy that was about
 * to use one of them has had the time to hear that this process is gone. With no drain time nobody is waited for.
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

  /** Who has connected and is not accepted yet would be reset, perhaps with a request: until nobody has come. */
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
      // Browsers open some ahead of need.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
