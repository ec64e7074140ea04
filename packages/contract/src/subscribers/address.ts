import { isEmail } from '../email.ts'

/**
 * Email address as it stands in the path of the details page: two hexadecimal digits for each UTF-8 byte
 * (spec 3 §9).
 */
export const toHex = (email: string): string =>
  Array.from(new TextEncoder().encode(email), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Reverses `toHex`; undefined for invalid hexadecimal digits, invalid UTF-8, or a text that is no email
 * address.
 */
export function fromHex(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  try {
    // Keeps a byte order mark, so that validation refuses the address: with the mark removed, two paths would
    // mean the same address.
    const email = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return isEmail(email) ? email : undefined
  } catch {
    return undefined // the bytes are not valid UTF-8
  }
}
