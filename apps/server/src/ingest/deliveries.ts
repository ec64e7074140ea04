import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Signer } from '@aviary/contract/access'
import type { Db } from '../database/open.ts'
import type { Foreign } from './foreign.ts'
import * as queries from './queries.ts'

export type Delivery = { body: Foreign; rawBody: Buffer; headers: IncomingHttpHeaders }

/** Headers that identify a webhook delivery and stay the same in retries. */
const DELIVERY_ID_HEADERS: Partial<Record<Signer, string>> = {
  jira: 'x-atlassian-webhook-identifier',
  github: 'x-github-delivery',
}

/**
 * Records a webhook delivery; true if its id or its bytes were received before. The bytes count too, because
 * the signature does not cover the id.
 */
export async function isRepeated(
  db: Db,
  sender: Signer,
  { rawBody, headers, now }: Omit<Delivery, 'body'> & { now: Date },
): Promise<boolean> {
  const name = headers[DELIVERY_ID_HEADERS[sender] ?? '']
  const keys = [`body:${createHash('sha256').update(rawBody).digest('base64url')}`]
  if (typeof name === 'string' && name !== '') keys.push(`id:${name.slice(0, 200)}`)
  const rows = keys.map((deliveryKey) => ({ sender, deliveryKey, receivedAt: now }))
  return (await queries.createDeliveries(db, rows)) < keys.length
}
