import type { Dns } from './dns.ts'
import { check, type Finding } from './finding.ts'

/** Checks that reports of undelivered mails can reach the domain, which many receivers ask of a sender. */
export const checkReturnPath = (dns: Dns, domain: string): Promise<Finding> =>
  check(`Mail servers of ${domain}`, async ({ ok, note, wrong }) => {
    const servers = await dns.mailServers(domain)
    if (servers.includes(''))
      return wrong(
        'its MX record says that it takes no mail, so reports of undelivered mails are lost: name one',
      )
    if (servers.length === 0)
      return (await dns.hasAddress(domain))
        ? note('there is no MX record, so that its own address gets reports of undelivered mails: add one')
        : wrong('there is no MX record, so that reports of undelivered mails are lost: add one')
    for (const server of servers) {
      if (!(await dns.hasAddress(server))) return wrong(`${server} has no address: correct the MX record`)
    }
    return ok(servers.join(', '))
  })
