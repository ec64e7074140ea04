import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `before`: what was seen is not passed on. `after`: it is, and whatever is answered is not. */
export type Cut = { at: string; when: 'before' | 'after' }

export type TcpProxy = {
  /** The address that was given, through the proxy. */
  url: string
  /** The next time that a client sends `at`, its connection breaks. */
  cutNext: (cut: Cut) => void
  /** Every connection breaks. */
  cutAll: () => void
  /** Nothing gets through in either direction, and nobody is told: new connections are taken as well. */
  freeze: () => void
  /** What was frozen breaks, and new connections work. */
  thaw: () => void
  close: () => Promise<void>
}

/** A line to a database that can be cut, or swallow what is sent over it. `port`: any that is free when it is left out. */
export async function startTcpProxy(target: string, port = 0): Promise<TcpProxy> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let cut: Cut | undefined
  let isFrozen = false

  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname)
    let answersPass = true
    const end = () => {
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
      if (answersPass) client.write(chunk)
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
    cutNext: (next) => {
      cut = next
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
