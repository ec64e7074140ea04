import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** `cut`: the connection ends without an answer. */
export type MailAnswer =
  | { do: 'accept' }
  | { do: 'refuse'; code: 421 | 450 | 550 }
  | { do: 'cut'; isAccepted: boolean }

/** A mail that was handed over and has no answer yet. */
export type HeldMail = {
  /** The name that the sending process said in its greeting. */
  from: string
  to: string
  /** The local part of the Message-ID. */
  name: string
  raw: string
  answer: (answer: MailAnswer) => void
  isOver: () => boolean
}

export type HoldingMailServer = {
  url: (from: string) => string
  /** Mails that arrived so far. */
  arrived: () => number
  close: () => Promise<void>
}

/** A mail server that hands every mail to `onMail`, which decides when it is answered and how. */
export async function startHoldingMailServer(onMail: (mail: HeldMail) => void): Promise<HoldingMailServer> {
  let arrived = 0
  const sockets = new Map<string, Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const socket = sockets.get(`${session.remoteAddress}:${session.remotePort}`)
        let isAnswered = false
        arrived += 1
        onMail({
          from: session.hostNameAppearsAs,
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          name: /^Message-ID: <([^@>]*)@/im.exec(raw)?.[1] ?? '',
          raw,
          isOver: () => isAnswered || socket?.destroyed !== false,
          answer: (answer) => {
            isAnswered = true
            if (answer.do === 'cut') return void socket?.destroy()
            const refused = answer.do === 'refuse' ? answer.code : undefined
            done(
              refused ? Object.assign(new Error(`refused with ${refused}`), { responseCode: refused }) : null,
            )
          },
        })
      })
    },
  })
  server.on('error', () => undefined) // connections that end in between
  server.server.on('connection', (socket: Socket) => {
    const key = `${socket.remoteAddress}:${socket.remotePort}`
    sockets.set(key, socket)
    socket.on('close', () => sockets.delete(key))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: (from) => `smtp://127.0.0.1:${port}/?name=${from}`,
    arrived: () => arrived,
    close: () => {
      for (const socket of sockets.values()) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
