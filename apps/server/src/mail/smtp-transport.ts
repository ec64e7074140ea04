import type { Mail } from './dialogue.ts'
import { type Dkim, openDkim } from './dkim.ts'
import { NotConnected } from './failure.ts'
import type { Transport } from './lane.ts'
import { openMessages } from './message.ts'
import { addressOfSender, domainOfSender } from './sender-domain.ts'
import { openSmtp, type SmtpLane, type SmtpTls } from './smtp.ts'

type TransportOptions = {
  url: string
  tls: SmtpTls | undefined
  connections: number
  sender: string
  publicUrl: string
  bounceAddress: string | undefined
  dkim?: Dkim | undefined
  nameOf: (deliveryId: number) => string
}

/** Sends mails by SMTP from `sender` (`Name <address>`); the domain of the address ends every Message-ID. */
export function smtpTransport(options: TransportOptions): Transport {
  const { url, tls, connections, sender } = options
  const from = addressOfSender(sender)
  const domain = domainOfSender(sender)
  const open = openSmtp({ url, tls })
  const mailOf = openMessages({ ...options, domain, from })
  const sign = options.dkim && openDkim(options.dkim)
  const openLane = () => (sign ? openSigningLane(open(), sign) : open())
  return {
    lanes: connections,
    openLane: () => {
      const lane = openLane()
      return { send: async (job) => lane.send(mailOf(job)), close: lane.close }
    },
  }
}

function openSigningLane(lane: SmtpLane, sign: (message: string) => Promise<string>): SmtpLane {
  let closings = 0
  return {
    send: async (mail: Mail) => {
      const before = closings
      const message = await sign(mail.message)
      // Whoever closed the lane has given this mail up, so it must not be sent any more.
      if (closings > before) throw new NotConnected('The mail was given up while it was being signed')
      return lane.send({ ...mail, message })
    },
    close: () => {
      closings += 1
      lane.close()
    },
  }
}
