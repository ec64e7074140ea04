import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Verifiers must know RSA keys of these lengths (RFC 8301); shorter ones can be broken. */
const RSA_BITS = { min: 1024, max: 4096 }
const MAKE_ONE = 'make one with openssl genrsa -out dkim.pem 2048'

/** The message says what to mend, and nothing of what the file holds. */
export class UnusableDkimKey extends Error {}

/** Reads the private key that signs mails; throws UnusableDkimKey. */
export function readDkimKey(file: string): KeyObject {
  const key = parseKey(contentOf(file), file)
  if (key.asymmetricKeyType === 'ed25519') return key
  if (key.asymmetricKeyType !== 'rsa')
    throw new UnusableDkimKey(`${file} holds a key of type ${key.asymmetricKeyType}: use RSA or Ed25519`)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < RSA_BITS.min || bits > RSA_BITS.max)
    throw new UnusableDkimKey(
      `${file} holds an RSA key of ${bits} bits, which receivers need not accept: use 2048`,
    )
  return key
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UnusableDkimKey(`${file} cannot be read (${code}): name a file that this user may read`)
  }
}

function parseKey(pem: string, file: string): KeyObject {
  if (/-----BEGIN ENCRYPTED|^Proc-Type:.*ENCRYPTED/m.test(pem))
    throw new UnusableDkimKey(`${file} is protected by a passphrase: store the key without one`)
  try {
    return createPrivateKey(pem)
  } catch {
    throw new UnusableDkimKey(`${file} holds no private key in PEM form: ${MAKE_ONE}`)
  }
}
