import { withoutDeepTags } from '../../../html/body-limits.ts'

/** Addresses that staff can open and nobody else: the console, and the issue tracker. */
export type InnerAddresses = readonly string[]

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const LINK = /<a(?: href="([^"]*)")?>/g

/**
 * A published body for a page that anybody may read. `html`: as it was stored, that is sanitized, so that links have
 * an address and no other attribute. Links to people and to inner addresses lose their address, addresses of people
 * are blotted out: those who were mailed had them, search engines need not.
 */
export function toPublicBody(html: string, inner: InnerAddresses): string {
  const isInner = (href: string) =>
    !/^https?:/i.test(href) || inner.some((address) => href.toLowerCase().startsWith(address.toLowerCase()))
  return withoutDeepTags(html)
    .replaceAll(LINK, (tag, href: string | undefined) => (href === undefined || isInner(href) ? '<a>' : tag))
    .replaceAll(EMAIL, '…@…')
}
