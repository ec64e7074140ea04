import { domainToASCII } from 'node:url'
import type { Transport } from './lane.ts'
import { openMessages } from './message.ts'
import { openSmtp, type SmtpTls } from './smtp.ts'

type TransportOptions = {
  url: string
  tls: SmtpTls | undefined
  connections: number
  sender: string
  publicUrl: string
  bounceAddress: string | undefined
  nameOf: (deliveryId: number) => string
}

/** Sends mails by SMTP from `sender` (`Name <address>`); the domain of the address ends every Message-ID. */
export function smtpTransport(options: TransportOptions): Transport {
  const { url, tls, connections, sender } = options
  const from = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender
  const domain = domainToASCII(/@([^@\s]+)$/.exec(from)?.[1] ?? '') || 'localhost'
  const open = openSmtp({ url, tls })
  const mailOf = openMessages({ ...options, domain, from })
  return {
    lanes: connections,
    openLane: () => {
      const lane = open()
      return { send: async (job) => lane.send(mailOf(job)), close: lane.close }
    },
  }
}
