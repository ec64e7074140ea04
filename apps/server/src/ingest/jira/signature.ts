import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { NotSignedIn } from '../../http/errors.ts'

/** Jira signs the bytes of the body with the shared secret: `X-Hub-Signature: sha256=<hex>`. */
export function checkJiraSignature(headers: IncomingHttpHeaders, body: Buffer, secret: string): void {
  const sent = headers['x-hub-signature']
  if (typeof sent !== 'string' || sent === '') throw new NotSignedIn('The header X-Hub-Signature is missing')
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(sent)?.[1]
  if (!hex) throw new NotSignedIn('X-Hub-Signature is not of the form sha256=<64 hexadecimal digits>')
  const expected = createHmac('sha256', secret).update(body).digest()
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), expected)) {
    throw new NotSignedIn('The signature does not fit the body: check the shared secret')
  }
}
