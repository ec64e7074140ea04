import { createPublicKey, type KeyObject } from 'node:crypto'

/** Frame around the 32 bytes of an Ed25519 key, which DNS has without it (RFC 8463). */
const ED25519_FRAME = Buffer.from('302a300506032b6570032100', 'hex')

/** The TXT record by which receivers verify signatures of the key. */
export function publishedKey(key: KeyObject): string {
  const frame = key.asymmetricKeyType === 'ed25519' ? ED25519_FRAME.length : 0
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(frame)
  return `v=DKIM1; k=${key.asymmetricKeyType}; p=${bytes.toString('base64')}`
}

/** Whether the public key of a TXT record verifies signatures of the private key. */
export const belongTogether = (published: KeyObject, key: KeyObject): boolean =>
  published.equals(createPublicKey(key))

/** The public key in the tags `k` and `p` of a TXT record; undefined if it is none. */
export function readPublishedKey(type: string, text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64')
  const der = type === 'ed25519' ? Buffer.concat([ED25519_FRAME, bytes]) : bytes
  // Both forms of an RSA key are in use.
  for (const form of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type: form })
      if (key.asymmetricKeyType === type) return key
    } catch {
      // another form
    }
  }
  return undefined
}
