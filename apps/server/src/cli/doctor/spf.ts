import type { Dns } from './dns.ts'
import { check, type Finding } from './finding.ts'

/** Receivers ask DNS at most this often for one SPF record, and refuse records that need more (RFC 7208 §4.6.4). */
const MAX_LOOKUPS = 10

const isSpf = (text: string) => /^v=spf1( |$)/i.test(text)
const MECHANISM = /^[-+~?]?(all|include:.+|a([:/].+)?|mx([:/].+)?|ptr(:.+)?|ip4:.+|ip6:.+|exists:.+)$/i
const MODIFIER = /^[a-z][\w.-]*=/i
const ASKS_DNS = /^[-+~?]?(include:|a([:/]|$)|mx([:/]|$)|ptr(:|$)|exists:)|^redirect=/i

/** Checks which machines may send mails with a sender of the domain (SPF). */
export const checkSpf = (dns: Dns, domain: string): Promise<Finding> =>
  check(`SPF of ${domain}`, async ({ ok, note, wrong }) => {
    const records = (await dns.texts(domain)).filter(isSpf)
    const [record, ...others] = records
    if (record === undefined)
      return wrong(
        `there is none: add the TXT record that your mail provider names, or "v=spf1 mx -all" if the mail servers of ${domain} send`,
      )
    if (others.length > 0)
      return wrong(`there are ${records.length}, and receivers then use none: make them one record`)
    const terms = termsOf(record)
    const unknown = terms.find((term) => !MECHANISM.test(term) && !MODIFIER.test(term))
    if (unknown !== undefined)
      return wrong(
        `"${unknown}" is no part of SPF, and receivers then use none of it: correct it in "${record}"`,
      )
    if (terms.some((term) => /^\+?all$/i.test(term)))
      return wrong('it allows every machine to send: end it with -all or ~all')
    const fault = await findFault(dns, domain, terms)
    if (fault !== undefined) return wrong(fault)
    return terms.some((term) => /^[-~]all$|^redirect=/i.test(term))
      ? ok(`"${record}"`)
      : note(`"${record}" forbids no machine to send: end it with -all or ~all`)
  })

const termsOf = (record: string): string[] => record.split(/ +/).slice(1).filter(Boolean)

/** Follows what the record includes: how often receivers must ask, and whether each part is there. */
async function findFault(dns: Dns, domain: string, terms: string[]): Promise<string | undefined> {
  let lookups = 0
  const follow = async (parts: string[]): Promise<string | undefined> => {
    for (const part of parts.filter((each) => ASKS_DNS.test(each))) {
      lookups += 1
      if (lookups > MAX_LOOKUPS)
        return `receivers would have to ask DNS more than ${MAX_LOOKUPS} times, and then use none of it: include less`
      const [, name] = /^[-+~?]?(?:include:|redirect=)(.+)$/i.exec(part) ?? []
      // A name with macros depends on the mail.
      if (name === undefined || name.includes('%')) continue
      const included = (await dns.texts(name)).find(isSpf)
      if (included === undefined) return `${name} has no SPF record: correct or remove "${part}" of ${domain}`
      const fault = await follow(termsOf(included))
      if (fault !== undefined) return fault
    }
    return undefined
  }
  return follow(terms)
}
