import type { Config } from '../../config.ts'
import { addressOfSender, domainOfAddress } from '../../mail/sender-domain.ts'
import { checkDkim } from './dkim.ts'
import { areAligned, checkDmarc, findDmarc } from './dmarc.ts'
import { type Dns, openDns } from './dns.ts'
import { check, type Finding, findingsAbout } from './finding.ts'
import { checkMailServer } from './mail-server.ts'
import { checkReturnPath } from './return-path.ts'
import { checkSpf } from './spf.ts'

export type MailChecks = {
  /** DNS server to ask, instead of those of this machine. */
  dns?: string
  /** Selector of the mail server's signatures, if Aviary does not sign. */
  dkimSelector?: string
}

/** Checks what decides whether mails arrive: DNS records of the sender, and the mail server. Sends nothing. */
export async function checkMail(config: Config, options: MailChecks): Promise<Finding[]> {
  const dns = openDns(options.dns)
  const { mail } = config
  const from = domainOfAddress(addressOfSender(mail.sender))
  // SPF and reports go by the sender of the envelope.
  const returnDomain = mail.bounceAddress ? domainOfAddress(mail.bounceAddress) : from
  const signature = mail.dkim ?? (options.dkimSelector && { domain: from, selector: options.dkimSelector })
  const ofSignature = signature
    ? checkDkim(dns, { key: undefined, ...signature })
    : Promise.resolve(
        findingsAbout('DKIM').note(
          'not checked: name the selector by which your mail server signs with --dkim-selector, or let Aviary sign (MAIL_DKIM_KEY_FILE)',
        ),
      )
  const [spf, dkim, dmarc, returnPath, server] = await Promise.all([
    checkSpf(dns, returnDomain),
    ofSignature,
    checkDmarc(dns, from),
    checkReturnPath(dns, returnDomain),
    checkServer(config),
  ])
  const alignment = await checkAlignment(dns, {
    from,
    spf: { domain: returnDomain, finding: spf },
    dkim: signature && { domain: signature.domain, finding: dkim },
  })
  return [...server, spf, dkim, dmarc, alignment, returnPath, checkUnsubscribing(config)]
}

async function checkServer({ mail: { smtpUrl: url, smtpTls: tls } }: Config): Promise<Finding[]> {
  if (url) return checkMailServer({ url, tls })
  return [findingsAbout('Mail server').wrong('SMTP_URL is not set: mails stay in the outbox')]
}

type Confirmation = { domain: string; finding: Finding }
type Confirmations = { from: string; spf: Confirmation; dkim: Confirmation | undefined | '' }

/** DMARC asks that SPF or DKIM confirms a domain that belongs to the address which readers see. */
const checkAlignment = (dns: Dns, { from, spf, dkim }: Confirmations): Promise<Finding> =>
  check(`Domain of the sender, ${from}`, async ({ ok, note, wrong }) => {
    const dmarc = await findDmarc(dns, from)
    const confirms = ({ domain, finding }: Confirmation, mode: 'aspf' | 'adkim') =>
      finding.result !== 'wrong' && areAligned(from, domain, { dmarc, mode })
    const byDkim = dkim && confirms(dkim, 'adkim')
    const bySpf = confirms(spf, 'aspf')
    if (byDkim) return ok(`DKIM confirms it${bySpf ? ', and so does SPF' : ''}`)
    if (bySpf) return dkim === undefined || dkim === '' ? ok('SPF confirms it') : note(ONLY_SPF)
    if (!dkim) return note(`SPF does not confirm it, so that only a signature with d=${from} can: see DKIM`)
    return wrong(
      `neither the signature of ${dkim.domain} nor SPF of ${spf.domain} confirms it: correct those above, or sign with MAIL_DKIM_DOMAIN=${from}`,
    )
  })
const ONLY_SPF = 'only SPF confirms it, which a forwarded mail loses: correct DKIM'

function checkUnsubscribing({ publicUrl }: Config): Finding {
  const { ok, note } = findingsAbout('Unsubscribing')
  if (publicUrl?.startsWith('https:')) return ok(`by one click, at ${publicUrl}`)
  return note('mail programs offer it by one click only over https: set PUBLIC_URL to such an address')
}
