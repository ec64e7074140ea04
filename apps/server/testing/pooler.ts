import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Pooler = { url: string; close: () => Promise<void> }

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
/** Beginning of a BackendKeyData message: type and length. The server's process id follows. */
const KEY_DATA = Buffer.from([...Buffer.from('K'), 0, 0, 0, 12])
const GOODBYE = Buffer.from([...Buffer.from('X'), 0, 0, 0, 4])

/** A server connection; `owner` uses it until its transaction ends. */
type Backend = { socket: Socket; owner: Socket | undefined }

/**
 * A pooler in transaction mode, like PgBouncer: a client gets the server connection released last and keeps
 * it for one transaction. Clients see random process ids instead of those of the server.
 */
export async function startTransactionPooler(target: string): Promise<Pooler> {
  const to = new URL(target)
  const idle: Backend[] = []
  const sockets = new Set<Socket>()

  const open = (owner: Socket): Backend => {
    const socket = connect(Number(to.port), to.hostname)
    const backend: Backend = { socket, owner }
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (message: Buffer) => {
      backend.owner?.write(withOwnNumber(message))
      if (message.at(-6) !== READY || message.at(-1) !== IDLE) return
      backend.owner = undefined
      idle.push(backend)
    })
    return backend
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    // The client authenticates over a new server connection, which then joins the pool.
    let own = open(client)
    client.on('data', (request: Buffer) => {
      if (request.equals(GOODBYE)) return client.end()
      if (own.owner !== client) own = idle.pop() ?? own
      own.owner = client
      own.socket.write(request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function withOwnNumber(message: Buffer): Buffer {
  const keyOffset = message.indexOf(KEY_DATA)
  if (keyOffset < 0) return message
  const changed = Buffer.from(message)
  changed.writeInt32BE(randomInt(2 ** 31), keyOffset + KEY_DATA.length)
  return changed
}
