import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type TestSmtp = {
  url: string
  /** Accepted mails in order. */
  received: { to: string; raw: string }[]
  read: (index: number) => Promise<Email>
  /** Breaks every connection. */
  cut: () => void
  close: () => Promise<void>
}

/** A real SMTP server on loopback. `options` lets a test refuse, hang or disconnect. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const received: TestSmtp['received'] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined) // connections that a test breaks
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    read: (index) => PostalMime.parse(received[index]?.raw ?? ''),
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
