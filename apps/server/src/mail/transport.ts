import nodemailer from 'nodemailer'

export type Mail = {
  messageId: string
  to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

/** One connection's worth of sending: one mail at a time. */
export type Lane = {
  /** Answers what the server said when it took the mail. Throws what it said when it did not. */
  send: (mail: Mail) => Promise<string>
  /** Cuts off whatever is under way. */
  close: () => void
}

export type Transport = { lanes: number; openLane: () => Lane }

/** Keeps mails where they are, in the ledger: none leaves the machine. */
const outboxTransport: Transport = {
  lanes: 2,
  openLane: () => ({ send: () => Promise.resolve('kept in the outbox'), close: () => undefined }),
}

// Together shorter than a lease: a mail that is under way is nobody else's.
const CONNECTS_WITHIN_MS = 6_000
const ANSWERS_WITHIN_MS = 10_000

type SmtpOptions = { url: string; sender: string; connections: number }

/** Real delivery. Each lane keeps its connection open from mail to mail. */
const smtpTransport = ({ url, sender, connections }: SmtpOptions): Transport => ({
  lanes: connections,
  openLane: () => {
    const open = () =>
      nodemailer.createTransport(
        {
          url,
          pool: true,
          maxConnections: 1,
          maxMessages: Number.POSITIVE_INFINITY,
          connectionTimeout: CONNECTS_WITHIN_MS,
          greetingTimeout: CONNECTS_WITHIN_MS,
          socketTimeout: ANSWERS_WITHIN_MS,
          disableFileAccess: true,
          disableUrlAccess: true,
        },
        { from: sender },
      )
    let transporter = open()
    return {
      send: async ({ to, ...mail }) => {
        const info = await transporter.sendMail({ ...mail, to: { name: '', address: to } })
        return info.response
      },
      close: () => {
        transporter.close()
        transporter = open()
      },
    }
  },
})

type MailConfig = { smtpUrl: string | undefined; connections: number; sender: string }

/** The configured way out, and the domain in whose name mails are sent. */
export function openTransport({ smtpUrl, connections, sender }: MailConfig) {
  const domain = /@([^<>@\s]+)>?$/.exec(sender)?.[1] ?? 'localhost'
  const transport = smtpUrl ? smtpTransport({ url: smtpUrl, sender, connections }) : outboxTransport
  return { domain, transport }
}
