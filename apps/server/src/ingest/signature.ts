import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookSender } from '@aviary/contract/access'
import { NotSignedIn } from '../http/errors.ts'

/** Jira and GitHub sign the body's bytes with the shared secret: `sha256=<hex>`. */
const HEADERS = { jira: 'X-Hub-Signature', github: 'X-Hub-Signature-256' } satisfies Record<
  WebhookSender,
  string
>

type Signed = { headers: IncomingHttpHeaders; body: Buffer; secret: string }

export function checkSignature(sender: WebhookSender, { headers, body, secret }: Signed): void {
  const sent = readSignature(sender, headers)
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!timingSafeEqual(sent, expected)) {
    throw new NotSignedIn('The signature does not fit the body: check the shared secret')
  }
}

/** The digest in the header. Throws NotSignedIn if the header is missing or malformed. */
export function readSignature(sender: WebhookSender, headers: IncomingHttpHeaders): Buffer {
  const header = HEADERS[sender]
  const sent = headers[header.toLowerCase()]
  if (typeof sent !== 'string' || sent === '') throw new NotSignedIn(`The header ${header} is missing`)
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(sent)?.[1]
  if (!hex) throw new NotSignedIn(`${header} is not of the form sha256=<64 hexadecimal digits>`)
  return Buffer.from(hex, 'hex')
}
