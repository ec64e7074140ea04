import { emailAddress } from '../email.ts'

export const isEmail = (text: string): boolean => emailAddress.safeParse(text).success

/**
 * The address in the path of the details page: two hexadecimal digits per character (spec 3 §9). Non-ASCII
 * characters are spelled as their UTF-8 bytes.
 */
export const toHex = (email: string): string =>
  Array.from(new TextEncoder().encode(email), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The address in a path; undefined for an odd number of digits, other characters, broken UTF-8, or no address. */
export function fromHex(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  try {
    // A byte order mark is not part of an address: it is kept, so that validation refuses it.
    const email = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return isEmail(email) ? email : undefined
  } catch {
    return undefined // invalid UTF-8 is no address
  }
}
