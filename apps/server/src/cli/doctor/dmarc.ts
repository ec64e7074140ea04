import type { Dns } from './dns.ts'
import { check, type Finding } from './finding.ts'
import { tagsOf } from './tags.ts'

/** What a domain asks of receivers, and where that stands: the domain itself or one above it. */
export type Dmarc = { domain: string; record: string; tags: Map<string, string> }

const isDmarc = (text: string) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text)

/** The record of the domain, or of the nearest domain above that has one. */
export async function findDmarc(dns: Dns, domain: string): Promise<Dmarc | undefined> {
  const labels = domain.split('.')
  for (let start = 0; start < labels.length - 1; start += 1) {
    const above = labels.slice(start).join('.')
    const records = (await dns.texts(`_dmarc.${above}`)).filter(isDmarc)
    const [record] = records
    // Receivers ignore several records of one domain.
    if (record !== undefined && records.length === 1) return { domain: above, record, tags: tagsOf(record) }
  }
  return undefined
}

/** Checks what receivers shall do with mails that neither SPF nor DKIM of the domain confirms (DMARC). */
export const checkDmarc = (dns: Dns, domain: string): Promise<Finding> =>
  check(`DMARC of ${domain}`, async ({ ok, note, wrong }) => {
    const own = (await dns.texts(`_dmarc.${domain}`)).filter(isDmarc)
    if (own.length > 1)
      return wrong(`there are ${own.length}, and receivers then use none: keep one at _dmarc.${domain}`)
    const found = await findDmarc(dns, domain)
    if (found === undefined)
      return wrong(
        `there is none: add the TXT record _dmarc.${domain} "v=DMARC1; p=none; rua=mailto:YOU@${domain}", and change p to quarantine when the reports are good`,
      )
    const { record, tags } = found
    const policy = (found.domain === domain ? undefined : tags.get('sp')) ?? tags.get('p') ?? ''
    const where = found.domain === domain ? `"${record}"` : `"${record}" of ${found.domain}`
    if (!/^(none|quarantine|reject)$/i.test(policy))
      return wrong(`${where} has no p= that receivers know: use p=none, p=quarantine or p=reject`)
    return policy.toLowerCase() === 'none'
      ? note(`${where} only watches: others can send in your name until it says quarantine or reject`)
      : ok(where)
  })

/**
 * Whether receivers count a domain as one of the sender's. Relaxed: both are of one organization, that is, one is
 * below the other, or both below the domain with the DMARC record.
 */
export function areAligned(
  sender: string,
  other: string,
  { dmarc, mode }: { dmarc: Dmarc | undefined; mode: 'adkim' | 'aspf' },
): boolean {
  if (sender === other) return true
  if (dmarc?.tags.get(mode)?.toLowerCase() === 's') return false
  const isBelow = (name: string, above: string) => above.includes('.') && name.endsWith(`.${above}`)
  if (isBelow(sender, other) || isBelow(other, sender)) return true
  return dmarc !== undefined && isBelow(sender, dmarc.domain) && isBelow(other, dmarc.domain)
}
