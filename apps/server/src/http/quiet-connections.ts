import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Answers what to call when the server stops, so that no connection on which nobody asks anything keeps it waiting:
 * browsers open some ahead of need, and hold others open after an answer. Requests under way are let end.
 */
export function openQuietConnections(app: FastifyInstance): () => void {
  const sockets = new Set<Socket>()
  let isStopping = false
  app.server.on('connection', (socket) => {
    if (isStopping) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    isStopping = true
    app.server.keepAliveTimeout = 1
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}
