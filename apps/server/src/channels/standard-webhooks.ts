import { createHmac, randomBytes } from 'node:crypto'
import type { OldSecret } from './queries.ts'

// Standard Webhooks 1.0.0: names, signatures and secrets.

const PREFIX = 'whsec_'

export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Name of an event; receivers recognize repetitions by it. */
export const newEventName = (): string => `msg_${randomBytes(20).toString('hex')}`

type Signed = { name: string; body: string; at: Date; secrets: readonly string[] }

/** Headers of one try. While a secret is replaced, both the new and the old one sign. */
export function signedHeaders({ name, body, at, secrets }: Signed): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const digest = createHmac('sha256', key).update(`${name}.${timestamp}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return {
    'webhook-id': name,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** The replaced secrets that still sign. */
export const validSecrets = (old: readonly OldSecret[], now: Date): OldSecret[] =>
  old.filter(({ until }) => Date.parse(until) > now.getTime())
