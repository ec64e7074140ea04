import type { Dkim } from './dkim.ts'
import type { Transport } from './lane.ts'
import type { SmtpTls } from './smtp.ts'

/** Response in the ledger for mails that were given to no mail server. */
export const KEPT_IN_OUTBOX = 'kept in the outbox'

/** Used without a mail server: mails count as sent in the ledger, but none leaves Aviary. */
const outboxTransport: Transport = {
  lanes: 2,
  openLane: () => ({ send: () => Promise.resolve(KEPT_IN_OUTBOX), close: () => undefined }),
}

export type MailConfig = {
  smtpUrl: string | undefined
  smtpTls?: SmtpTls | undefined
  connections: number
  sender: string
  /** Address for reports of undelivered mails; undefined if reports go to `sender`. */
  bounceAddress?: string | undefined
  /** Signs every mail; undefined if the mail server signs, or nobody. */
  dkim?: Dkim | undefined
}

type Site = {
  publicUrl: string
  /** Names a mail in its Message-ID, and in the address for reports of it. */
  nameOf: (deliveryId: number) => string
}

/** SMTP if a mail server is configured, else the outbox. */
export async function openTransport(
  { smtpUrl: url, smtpTls: tls, bounceAddress, ...config }: MailConfig,
  { publicUrl, nameOf }: Site,
): Promise<Transport> {
  if (!url) return outboxTransport
  // The mail library is several megabytes, so it is loaded only when needed.
  const { smtpTransport } = await import('./smtp-transport.ts')
  return smtpTransport({ ...config, bounceAddress, url, tls, publicUrl, nameOf })
}
