import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { Dkim } from '../src/mail/dkim.ts'

export const rsaKey = (bits = 2048): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey
export const ed25519Key = (): KeyObject => generateKeyPairSync('ed25519').privateKey

export const dkimOf = (key: KeyObject): Dkim => ({ domain: 'acme.example', selector: 'aviary', key })

/** The TXT record that publishes the key. */
export function recordOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  // Ed25519 keys are published without the frame around their last 32 bytes (RFC 8463).
  return key.asymmetricKeyType === 'ed25519'
    ? `v=DKIM1; k=ed25519; p=${spki.subarray(-32).toString('base64')}`
    : `v=DKIM1; k=rsa; p=${spki.toString('base64')}`
}

/** Verifies a mail as a receiver does, by a library of its own, with the key in DNS. */
export async function verifyDkim(raw: string, { domain, selector, key }: Dkim) {
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string, type: string) => {
      if (name === `${selector}._domainkey.${domain}` && type === 'TXT') return [[recordOf(key)]]
      throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
    },
  })
  return results.map(({ status, signingDomain, signingHeaders }) => ({
    result: status.result,
    signingDomain,
    headers: signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? [],
  }))
}
