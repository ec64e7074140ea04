import { domainToASCII } from 'node:url'
import type { Job } from './claims.ts'
import { fillTemplate, type MailTemplate, openTemplates } from './mime.ts'
import type { MailContent } from './queries.ts'
import type { Mail } from './smtp.ts'

type Site = {
  publicUrl: string
  sender: string
  domain: string
  /** Envelope sender of all mails, if reports of undelivered ones are not taken in. */
  from: string
  /** Address for reports; the name of the mail is added to it. */
  bounceAddress: string | undefined
  nameOf: (deliveryId: number) => string
}

/**
 * Keep away-notices and other answers by programs from the sender (RFC 3834; the second is Exchange's). Reports of
 * mails that could not be delivered still come.
 */
const NO_ANSWERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
}

const LIST_NAMES = { p1: 'P1 incidents', p2: 'P2 incidents', notifications: 'Maintenance' } as const

/**
 * Headers by which mail programs filter mails (RFC 2919), show those of an incident or event as one conversation,
 * and count complaints. The message they answer is never sent; it only names the conversation.
 */
function seriesHeaders({ series }: Job, domain: string): Record<string, string> {
  if (!series) return {}
  const { list, thread } = series
  const root = `<${thread}@${domain}>`
  return {
    'List-Id': `${LIST_NAMES[list]} <${list}.${domain}>`,
    'In-Reply-To': root,
    References: root,
    'Feedback-ID': `${list}:${thread.split('.')[0]}:status:aviary`,
  }
}

/** Builds recipients' mails; those to subscribers have the unsubscribe link in headers and footer. */
export function openMessages({ publicUrl, sender, domain, nameOf, ...site }: Site): (job: Job) => Mail {
  const compose = openTemplates(sender)
  const templates = new WeakMap<MailContent, MailTemplate>()
  const formOf = ({ content, createdAt }: Job) => {
    const form = templates.get(content) ?? compose(content, createdAt)
    templates.set(content, form)
    return form
  }
  return (job) => {
    const to = addressOf(job.email)
    const address = unsubscribeAddress(publicUrl, job.uuid)
    const headers: Record<string, string> = {
      ...NO_ANSWERS,
      ...seriesHeaders(job, domain),
      ...(job.uuid && {
        'List-Unsubscribe': `<${address}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    }
    const name = nameOf(job.deliveryId)
    // The Message-ID is the same in each try, and unique across installations.
    const values = { messageId: `${name}@${domain}`, to, unsubscribe: address }
    return { from: returnAddress(site, name), to, message: fillTemplate(formOf(job), headers, values) }
  }
}

/** The name stands behind a plus sign in the local part (RFC 5233), so that all reports reach one mailbox. */
function returnAddress({ from, bounceAddress }: Pick<Site, 'from' | 'bounceAddress'>, name: string): string {
  if (bounceAddress === undefined) return from
  const at = bounceAddress.lastIndexOf('@')
  return `${bounceAddress.slice(0, at)}+${name}${bounceAddress.slice(at)}`
}

/** For somebody who is no longer a subscriber, the page says that the link is no longer valid. */
const unsubscribeAddress = (publicUrl: string, uuid: string | null): string =>
  `${publicUrl}/api/unsubscribe/${uuid ?? 'ended'}`

const NOT_ASCII = /[\u0080-\u{10ffff}]/u

/** The address with its domain in ASCII (punycode), as mail servers need it. */
export function addressOf(email: string): string {
  const domainStart = email.lastIndexOf('@') + 1
  const domain = email.slice(domainStart)
  return NOT_ASCII.test(domain) ? email.slice(0, domainStart) + (domainToASCII(domain) || domain) : email
}
