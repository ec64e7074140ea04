import type { MailParts } from './parts.ts'
import type { MailTexts } from './texts.ts'

/** Link in mails to people outside: the public status page, because they cannot sign in to Aviary. */
export const statusPageLink = (address: string | undefined, { statusPage }: MailTexts): MailParts['link'] =>
  address === undefined ? undefined : { text: `${statusPage} ${new URL(address).host}`, address }
