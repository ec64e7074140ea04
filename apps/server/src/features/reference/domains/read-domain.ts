import { domainToASCII, domainToUnicode } from 'node:url'
import { isWithinDomain } from '@aviary/contract/reference/domain-rules'
import { fault } from '../../../http/errors.ts'

export type DomainNames = { domain: string; unicodeDomain: string }

/** Both spellings of a domain in lower case; undefined if no host can have this name. */
function readDomain(text: string): DomainNames | undefined {
  const domain = domainToASCII(text.trim().toLowerCase())
  return domain === '' || domain.length > 253 ? undefined : { domain, unicodeDomain: domainToUnicode(domain) }
}

export function requireDomain(text: string): DomainNames {
  const names = readDomain(text)
  if (!names) throw fault('domain', 'use a domain such as heron.example')
  return names
}

/** Why a domain cannot be a company's; undefined if it can. Addresses of our own domains belong to no company. */
export function faultOfInternal(domain: string, internalDomains: readonly string[]): string | undefined {
  const internal = internalDomains.find((own) => isWithinDomain(domain, own) || isWithinDomain(own, domain))
  if (internal === undefined) return undefined
  const relation = internal === domain ? 'is' : `shares addresses with ${internal}, which is`
  return `${domain} ${relation} a domain of our own, and its addresses are internal; use a domain that is only a company's`
}
