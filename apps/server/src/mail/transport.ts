import type { Transport } from './lane.ts'
import type { SmtpTls } from './smtp.ts'

/** Leaves mails in the ledger: none is sent. */
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

/** The configured transport. */
export async function openTransport(
  { smtpUrl: url, smtpTls: tls, ...config }: MailConfig,
  publicUrl: string,
): Promise<Transport> {
  if (!url) return outboxTransport
  // The mail library is several megabytes, so it is loaded only when needed.
  const { smtpTransport } = await import('./smtp-transport.ts')
  return smtpTransport({ ...config, url, tls, publicUrl })
}
