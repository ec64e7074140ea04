import type { Transport } from './lane.ts'
import { smtpTransport } from './smtp.ts'

/** Keeps mails where they are, in the ledger: none leaves the machine. */
const outboxTransport: Transport = {
  lanes: 2,
  openLane: () => ({ send: () => Promise.resolve('kept in the outbox'), close: () => undefined }),
}

type MailConfig = { smtpUrl: string | undefined; connections: number; sender: string }

/** The configured way out, with the sender (`Name <address>`) and the domain in whose name mails are sent. */
export function openTransport({ smtpUrl, connections, sender }: MailConfig) {
  const from = /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender
  const domain = /@([^@\s]+)$/.exec(from)?.[1] ?? 'localhost'
  const transport = smtpUrl ? smtpTransport({ url: smtpUrl, from, connections }) : outboxTransport
  return { sender, domain, transport }
}
