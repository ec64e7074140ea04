import { emailAddress } from '../email.ts'

export const isEmail = (text: string): boolean => emailAddress.safeParse(text).success

/**
 * The address as the path of the details page names it: two hexadecimal digits for each character (spec 3 §9). What is
 * beyond ASCII has no such code of two digits: it stands there as its UTF-8 bytes.
 */
export const toHex = (email: string): string =>
  Array.from(new TextEncoder().encode(email), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The address that a path names; undefined where it names none: odd digits, other signs, broken UTF-8, no address. */
export function fromHex(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  try {
    // A byte order mark is no part of an address either: it is kept, and refused.
    const email = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return isEmail(email) ? email : undefined
  } catch {
    return undefined // what is not UTF-8 names nobody
  }
}
