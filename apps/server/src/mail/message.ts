import type { Job } from './claims.ts'
import { personalize } from './content.ts'
import type { Mail } from './transport.ts'

type Site = { publicUrl: string; domain: string }

/** One recipient's mail, with the way out of the subscription in its headers and at its end. */
export function mailOf(job: Job, { publicUrl, domain }: Site): Mail {
  const address = unsubscribeAddress(publicUrl, job.uuid)
  const { subject, html, text } = personalize(job.content, address)
  return {
    messageId: messageIdOf(job, domain),
    to: job.email,
    subject,
    html,
    text,
    headers: job.uuid
      ? { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {},
  }
}

const unsubscribeAddress = (publicUrl: string, uuid: string | null): string =>
  uuid ? `${publicUrl}/api/unsubscribe/${uuid}` : `${publicUrl}/subscriptions`

type Named = { broadcastId: number; deliveryId: number; createdAt: Date }

/** The same at every try, and another for every mail of every installation's life. */
const messageIdOf = ({ broadcastId, deliveryId, createdAt }: Named, domain: string): string =>
  `<${broadcastId}.${deliveryId}.${createdAt.getTime()}@${domain}>`
