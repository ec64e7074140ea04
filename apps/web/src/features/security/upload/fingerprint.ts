/** Non-cryptographic hash that tells texts apart without keeping them. */
export function fingerprint(text: string): string {
  let high = 0x811c9dc5
  let low = 0x1000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x85ebca6b)
    low = Math.imul(low ^ code, 0xc2b2ae35)
  }
  return `${text.length}-${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}
