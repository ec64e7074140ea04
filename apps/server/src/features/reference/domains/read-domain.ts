import { domainToASCII, domainToUnicode } from 'node:url'
import { isWithinDomain } from '@aviary/contract/reference/domain-rules'
import { mailDomain } from '@aviary/contract/reference/domain-schemas'
import { fault, invalidInput } from '../../../http/errors.ts'

export type DomainNames = { domain: string; unicodeDomain: string }

/** The spelling of a listed domain: in lower case, other scripts as punycode. */
export function toListedDomain(text: string): string {
  const lower = text.trim().toLowerCase()
  // An older release may have listed a name that has no punycode today.
  return domainToASCII(lower) || lower
}

/** The ASCII and Unicode spelling of a domain that is to be listed. Throws InvalidInput. */
export function requireNewDomain(text: string, internalDomains: readonly string[]): DomainNames {
  const written = mailDomain.safeParse(text)
  if (!written.success) throw invalidInput('body.domain', written.error)
  const domain = domainToASCII(written.data.toLowerCase())
  // A name in another script may have no punycode, or one that is longer than DNS allows.
  if (!mailDomain.safeParse(domain).success) throw fault('domain', 'use a domain such as heron.example')
  refuseInternal(domain, internalDomains)
  return { domain, unicodeDomain: domainToUnicode(domain) }
}

/** Addresses of our own domains belong to no company. */
function refuseInternal(domain: string, internalDomains: readonly string[]): void {
  const internal = internalDomains.find((own) => isWithinDomain(domain, own) || isWithinDomain(own, domain))
  if (internal === undefined) return
  const relation = internal === domain ? 'is' : `shares addresses with ${internal}, which is`
  throw fault(
    'domain',
    `${domain} ${relation} a domain of our own, and its addresses are internal; use a domain that is only a company's`,
  )
}
