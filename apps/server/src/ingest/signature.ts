import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Signer } from '@aviary/contract/access'
import { NotSignedIn } from '../http/errors.ts'

type Scheme = {
  header: string
  /** Before the digest in the header. */
  prefix: string
  /** Header with the seconds since 1970 when the request was signed, which are signed with the body. */
  timeHeader?: string
}

/**
 * Each signs with the shared secret: HMAC-SHA256 of the body's bytes, and of its time where it sends one
 * (docs.slack.dev/authentication/verifying-requests-from-slack).
 */
const SCHEMES: Record<Signer, Scheme> = {
  jira: { header: 'X-Hub-Signature', prefix: 'sha256=' },
  github: { header: 'X-Hub-Signature-256', prefix: 'sha256=' },
  slack: { header: 'X-Slack-Signature', prefix: 'v0=', timeHeader: 'X-Slack-Request-Timestamp' },
}

/** How far the time of a signed request may be off, either way. */
const SIGNATURE_HOLDS_MS = 5 * 60_000

type Signed = { headers: IncomingHttpHeaders; body: Buffer; secret: string; now: Date }

/** Throws NotSignedIn if the signature does not fit the body, or the request is too old. */
export function checkSignature(signer: Signer, { headers, body, secret, now }: Signed): void {
  const { digest, time } = readSignature(signer, headers)
  const mac = createHmac('sha256', secret)
  if (time !== undefined) mac.update(`v0:${time}:`)
  if (!timingSafeEqual(digest, mac.update(body).digest()))
    throw new NotSignedIn('The signature does not fit the body: check the shared secret')
  if (time !== undefined && Math.abs(Number(time) * 1000 - now.getTime()) > SIGNATURE_HOLDS_MS)
    throw new NotSignedIn('The request was signed over five minutes ago, or a clock is wrong')
}

/** The digest and the time in the headers. Throws NotSignedIn if one is missing or malformed. */
export function readSignature(
  signer: Signer,
  headers: IncomingHttpHeaders,
): { digest: Buffer; time: string | undefined } {
  const { header, prefix, timeHeader } = SCHEMES[signer]
  const sent = headerIn(headers, header)
  const hex = sent.startsWith(prefix) ? /^[0-9a-f]{64}$/i.exec(sent.slice(prefix.length))?.[0] : undefined
  if (!hex) throw new NotSignedIn(`${header} is not of the form ${prefix}<64 hexadecimal digits>`)
  const time = timeHeader && headerIn(headers, timeHeader)
  if (time !== undefined && !/^\d{1,12}$/.test(time))
    throw new NotSignedIn(`${timeHeader} is not a number of seconds`)
  return { digest: Buffer.from(hex, 'hex'), time }
}

function headerIn(headers: IncomingHttpHeaders, name: string): string {
  const sent = headers[name.toLowerCase()]
  if (typeof sent !== 'string' || sent === '') throw new NotSignedIn(`The header ${name} is missing`)
  return sent
}
