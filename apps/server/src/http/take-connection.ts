import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/** What `Socket` has in every Node but not in its types: the connection of the operating system. */
type WithHandle = { _handle: { writeQueueSize?: number } | null }
type SocketOptions = ConstructorParameters<typeof Socket>[0]

const taken = new WeakMap<ServerResponse, Socket>()

/**
 * Begins an answer that lasts, and returns what its further bytes are written to: a bare socket. For Node's HTTP server the
 * answer has ended, so that it frees the parser, the request and the response, which hold most of the memory of an idle
 * answer. Returns `response` itself where the connection cannot be taken: after an earlier answer that is not sent yet.
 *
 * The answer has no length and ends with its connection. `response.writableEnded`: it has ended with its first bytes.
 */
export function takeConnection(
  response: ServerResponse,
  { headers, text }: { headers: OutgoingHttpHeaders; text: string },
): Writable {
  const { socket } = response
  if (!socket || !handleOf(socket) || socket.writableLength > 0) {
    response.writeHead(200, headers)
    response.write(text, 'latin1')
    return response
  }
  response.removeHeader('transfer-encoding') // without it and a length, the end of the connection ends the answer
  response.writeHead(200, { ...headers, connection: 'close' }).end(text, 'latin1')
  const handle = handleOf(socket)
  if (!handle || socket.writableLength > 0) return response
  // As Node itself does when it moves a connection to another thread: the socket that lost its connection is closed, and with
  // it the parser, before anything more is read. Until Node 22 such a socket does not end by itself.
  const losing = socket as unknown as WithHandle
  losing._handle = null
  response.once('finish', () => socket.destroy())
  const bare = new Socket({ handle } as SocketOptions)
  taken.set(response, bare)
  return bare
}

const handleOf = (socket: Socket) => (socket as unknown as Partial<WithHandle>)._handle

/** Calls `left` once, when the caller has left or the answer has ended, also after its connection was taken. */
export function whenLeft(response: ServerResponse, left: () => void): void {
  response.once('close', () => {
    const bare = taken.get(response)
    if (!bare || bare.destroyed) left()
    else bare.once('close', left)
  })
}
