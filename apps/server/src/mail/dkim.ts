import { createHash, type KeyObject, sign as signWith } from 'node:crypto'
import { promisify } from 'node:util'

export type Dkim = {
  /** Domain that answers for the mail; its DNS has the public key at `selector._domainkey`. */
  domain: string
  selector: string
  /** RSA or Ed25519. */
  key: KeyObject
}

/**
 * Signed twice as often as they occur, so that nobody can add a second one: each may occur once, and programs show
 * the second.
 */
const ONLY_ONCE = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type']
/** `list-unsubscribe-post` must be signed, else mail programs offer no unsubscribing by one click (RFC 8058). */
const IF_PRESENT = [
  'reply-to',
  'in-reply-to',
  'references',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'feedback-id',
]

/** With a callback, the signature is made by another thread: RSA would keep every other request waiting. */
const signAside = promisify<string | null, Buffer, KeyObject, Buffer>(signWith)

/** Signs mails (RFC 6376, relaxed/relaxed): returns the mail with a signature in front of its headers. */
export function openDkim({ domain, selector, key }: Dkim): (message: string) => Promise<string> {
  const isRsa = key.asymmetricKeyType === 'rsa'
  const algorithm = isRsa ? 'rsa-sha256' : 'ed25519-sha256'
  const tags = `v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain}; s=${selector};`
  const make = async (text: string): Promise<string> => {
    // Ed25519 signs the digest (RFC 8463), while Node makes that of RSA itself.
    const data = isRsa ? Buffer.from(text) : sha256(text)
    return (await signAside(isRsa ? 'sha256' : null, data, key)).toString('base64')
  }
  return async (message) => {
    const end = message.indexOf('\r\n\r\n')
    const headers = readHeaders(message.slice(0, end))
    const signed = namesOf(headers)
    const bodyHash = sha256(relaxBody(message.slice(end + 4))).toString('base64')
    const unsigned = `DKIM-Signature: ${tags}\r\n h=${signed.join(':\r\n ')};\r\n bh=${bodyHash};\r\n b=`
    const signature = await make([...pick(headers, signed), relaxHeader(unsigned)].join('\r\n'))
    return `${unsigned}${signature.replace(/.{72}(?=.)/g, '$&\r\n ')}\r\n${message}`
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Header fields as they are signed, by name; of several with one name the last one is first. */
type Headers = Map<string, string[]>

function readHeaders(head: string): Headers {
  const headers: Headers = new Map()
  for (const field of head.split(/\r\n(?![\t ])/)) {
    const relaxed = relaxHeader(field)
    const name = relaxed.slice(0, relaxed.indexOf(':'))
    headers.set(name, [relaxed, ...(headers.get(name) ?? [])])
  }
  return headers
}

const namesOf = (headers: Headers): string[] => {
  const present = (name: string) => (headers.get(name) ?? []).map(() => name)
  return [...ONLY_ONCE.flatMap((name) => [...present(name), name]), ...IF_PRESENT.flatMap(present)]
}

/** The fields in the order of `names`, from the last of each name upwards; a name without a field adds nothing. */
function pick(headers: Headers, names: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return names.flatMap((name) => {
    const index = taken.get(name) ?? 0
    taken.set(name, index + 1)
    return headers.get(name)?.[index] ?? []
  })
}

/** A field as it is signed (RFC 6376 §3.4.2). */
function relaxHeader(field: string): string {
  const colon = field.indexOf(':')
  const value = field.slice(colon + 1).replace(/\r\n/g, '')
  return `${field.slice(0, colon).trim().toLowerCase()}:${value.replace(/[\t ]+/g, ' ').trim()}`
}

/** A body as it is signed (RFC 6376 §3.4.4). */
function relaxBody(body: string): string {
  const relaxed = body.replace(/[\t ]+/g, ' ').replace(/ (?=\r\n|$)/g, '')
  let end = relaxed.length
  while (relaxed.endsWith('\r\n', end)) end -= 2
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`
}
