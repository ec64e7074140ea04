import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Pooler = { url: string; close: () => Promise<void> }

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
/** Type, length, and then the number of the server's process. */
const KEY_DATA = Buffer.from([...Buffer.from('K'), 0, 0, 0, 12])
const GOODBYE = Buffer.from([...Buffer.from('X'), 0, 0, 0, 4])

/** A connection of the server; `owner` has it until its transaction ends. */
type Backend = { socket: Socket; owner: Socket | undefined }

/**
 * A pooler in transaction mode, as PgBouncer's: whoever asks is given the server's connection that was given back last, and
 * has it until the server says that no transaction is open. Clients are told process numbers of the pooler's own.
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
    // It signs in over a connection of its own, which is everybody's afterwards.
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
