import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `before`: breaks the connection before the data with the text `at` reach the database. `after`: lets these
 * data through and breaks the connection before the answer.
 */
export type Cut = { at: string; when: 'before' | 'after' }

export type TcpProxy = {
  /** The target's URL through the proxy. */
  url: string
  /** Breaks the connection on which a client next sends the text `at`. */
  cutNext: (cut: Cut) => void
  /** Ends each open connection as PostgreSQL's administrator does, in one packet with its next answer. */
  endInAnswers: () => void
  /** Breaks every connection. */
  cutAll: () => void
  /** Swallows all data in both directions without closing; new connections are accepted too. */
  freeze: () => void
  /** Breaks the frozen connections; new ones work. */
  thaw: () => void
  /** Number of connections accepted so far. */
  accepted: () => number
  close: () => Promise<void>
}

const ENDED = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'

/** PostgreSQL's message of type E: length and fields. */
function endedByAdministrator(): Buffer {
  const message = Buffer.from(`E\0\0\0\0${ENDED}`, 'latin1')
  message.writeInt32BE(message.length - 1, 1)
  return message
}

/** A TCP proxy to a database that can be cut or frozen. `port`: any free port if omitted. */
export async function startTcpProxy(target: string, port = 0): Promise<TcpProxy> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  const ending = new Set<Socket>()
  let cut: Cut | undefined
  let isFrozen = false
  let accepted = 0

  const server = createServer((client) => {
    accepted += 1
    const upstream = connect(Number(to.port), to.hostname)
    let answersPass = true
    clients.add(client)
    const end = () => {
      clients.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (chunk: Buffer) => {
      if (isFrozen) return
      const isHit = cut !== undefined && chunk.includes(cut.at)
      if (isHit && cut?.when === 'before') end()
      else upstream.write(chunk)
      if (isHit) {
        answersPass = false
        cut = undefined
      }
    })
    upstream.on('data', (chunk: Buffer) => {
      if (isFrozen) return
      if (ending.delete(client)) client.end(Buffer.concat([chunk, endedByAdministrator()]))
      else if (answersPass) client.write(chunk)
      else end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    accepted: () => accepted,
    cutNext: (next) => {
      cut = next
    },
    endInAnswers: () => {
      for (const client of clients) ending.add(client)
    },
    cutAll,
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      cutAll()
    },
    close: async () => {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
