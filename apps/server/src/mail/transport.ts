import type { Transport } from './lane.ts'
import type { SmtpTls } from './smtp.ts'

/** Keeps mails where they are, in the ledger: none leaves the machine. */
const outboxTransport: Transport = {
  lanes: 2,
  openLane: () => ({ send: () => Promise.resolve('kept in the outbox'), close: () => undefined }),
}

type MailConfig = {
  smtpUrl: string | undefined
  smtpTls?: SmtpTls | undefined
  connections: number
  sender: string
}

/** The configured way out. */
export async function openTransport(
  { smtpUrl: url, smtpTls: tls, ...config }: MailConfig,
  publicUrl: string,
): Promise<Transport> {
  if (!url) return outboxTransport
  // The mail library is several megabytes: it is loaded where it is needed.
  const { smtpTransport } = await import('./smtp-transport.ts')
  return smtpTransport({ ...config, url, tls, publicUrl })
}
