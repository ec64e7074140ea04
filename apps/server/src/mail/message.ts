import { domainToASCII } from 'node:url'
import type { Job } from './claims.ts'
import type { Mail } from './dialogue.ts'
import { fillTemplate, type MailTemplate, openTemplates, writeHeaders } from './mime.ts'
import type { MailContent } from './queries.ts'

type Site = {
  publicUrl: string
  sender: string
  domain: string
  /** Envelope sender of all mails if there is no `bounceAddress`. */
  from: string
  /** Address for reports of undelivered mails; each mail's envelope sender adds the mail's name to it. */
  bounceAddress: string | undefined
  nameOf: (deliveryId: number) => string
}

/**
 * Headers against out-of-office notices and other automatic replies (RFC 3834; the second one is for Exchange).
 * Reports of undelivered mails still arrive.
 */
const NO_ANSWERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
}

const LIST_NAMES = {
  p1: 'P1 incidents',
  p2: 'P2 incidents',
  notifications: 'Maintenance',
  reminders: 'Reminders',
} as const

/**
 * Headers for filters (RFC 2919), for one conversation per incident or event, and for statistics of complaints.
 * `In-Reply-To` names a message that is never sent; its id only identifies the conversation.
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

/** What all recipients of a content share. */
type SharedParts = { template: MailTemplate; headers: string }

/** Builds recipients' mails; those to subscribers have the unsubscribe link in headers and footer. */
export function openMessages({ publicUrl, sender, domain, nameOf, ...site }: Site): (job: Job) => Mail {
  const compose = openTemplates(sender)
  // A content belongs to one broadcast, so its mails have the same series and date.
  const shared = new WeakMap<MailContent, SharedParts>()
  const share = (job: Job): SharedParts => {
    const headers = writeHeaders({ ...NO_ANSWERS, ...seriesHeaders(job, domain) })
    const parts = { template: compose(job.content, job.createdAt), headers }
    shared.set(job.content, parts)
    return parts
  }
  return (job) => {
    const { template, headers } = shared.get(job.content) ?? share(job)
    const to = addressOf(job.email)
    const address = personalAddress(publicUrl, job)
    const name = nameOf(job.deliveryId)
    // The Message-ID is the same in each try, and unique across installations.
    const values = { messageId: `${name}@${domain}`, to, unsubscribe: address, reader: job }
    const allHeaders = job.uuid ? headers + unsubscribeHeaders(address) : headers
    return { from: returnAddress(site, name), to, message: fillTemplate(template, allHeaders, values) }
  }
}

const unsubscribeHeaders = (address: string): string =>
  writeHeaders({
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })

/** Adds the mail's name after a plus sign in the local part (RFC 5233), so that all reports reach one mailbox. */
function returnAddress({ from, bounceAddress }: Pick<Site, 'from' | 'bounceAddress'>, name: string): string {
  if (bounceAddress === undefined) return from
  const at = bounceAddress.lastIndexOf('@')
  return `${bounceAddress.slice(0, at)}+${name}${bounceAddress.slice(at)}`
}

/**
 * The recipient's own link. For somebody who is no longer a subscriber, the page says that the link is no longer valid.
 */
const personalAddress = (publicUrl: string, { uuid, requestToken }: Job): string =>
  requestToken === undefined
    ? `${publicUrl}/api/unsubscribe/${uuid ?? 'ended'}`
    : `${publicUrl}/api/subscription_requests/${requestToken}/`

const NOT_ASCII = /[\u0080-\u{10ffff}]/u

/** The address with its domain in ASCII (punycode), as mail servers need it. */
export function addressOf(email: string): string {
  const domainStart = email.lastIndexOf('@') + 1
  const domain = email.slice(domainStart)
  return NOT_ASCII.test(domain) ? email.slice(0, domainStart) + (domainToASCII(domain) || domain) : email
}
