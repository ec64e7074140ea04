import type { KeyObject } from 'node:crypto'
import { belongTogether, publishedKey, readPublishedKey } from '../../mail/dkim-record.ts'
import type { Dns } from './dns.ts'
import { check, type Finding } from './finding.ts'
import { tagsOf } from './tags.ts'

/** Receivers refuse shorter RSA keys; large providers want twice as many bits. */
const RSA_BITS = { refused: 1024, weak: 2048 }

type Signature = {
  domain: string
  selector: string
  /** The private key, if Aviary signs. */
  key: KeyObject | undefined
}

/** Checks the public key by which receivers verify signatures (DKIM), and that it belongs to ours. */
export function checkDkim(dns: Dns, { domain, selector, key }: Signature): Promise<Finding> {
  const name = `${selector}._domainkey.${domain}`
  return check(`DKIM key ${name}`, async ({ ok, note, wrong }) => {
    const records = (await dns.texts(name)).filter((text) => /(^|;)\s*p\s*=/.test(text))
    const [record, ...others] = records
    const publish = key && `publish the TXT record "${publishedKey(key)}" there`
    if (record === undefined)
      return wrong(
        `there is none: ${publish ?? 'name another selector, or publish the key of the mail server'}`,
      )
    if (others.length > 0) return wrong(`there are ${records.length}, and receivers choose any: keep one`)
    const tags = tagsOf(record)
    if (tags.get('v') !== undefined && tags.get('v') !== 'DKIM1')
      return wrong(`"${record}" is no DKIM key: ${publish ?? 'let it begin with v=DKIM1'}`)
    if (tags.get('p') === '')
      return wrong(`the key is withdrawn (empty p=): ${publish ?? 'publish a new one'}`)
    if (tags.has('h') && !/(^|:)\s*sha256\s*(:|$)/.test(tags.get('h') ?? ''))
      return wrong('its h= excludes sha256, by which mails are signed: remove h=')
    if (tags.has('s') && !/(^|:)\s*(\*|email)\s*(:|$)/.test(tags.get('s') ?? ''))
      return wrong('its s= excludes e-mail: remove s=')
    const published = readPublishedKey(tags.get('k') ?? 'rsa', tags.get('p') ?? '')
    if (published === undefined) return wrong(`its p= is no key: ${publish ?? 'publish it anew'}`)
    if (key && !belongTogether(published, key))
      return wrong(`it is the key of another signature, so that every one of ours fails: ${publish}`)
    const bits = published.asymmetricKeyDetails?.modulusLength
    if (bits !== undefined && bits < RSA_BITS.refused)
      return wrong(`it has ${bits} bits, which receivers refuse: use RSA of 2048 bits`)
    if (/(^|:)\s*y\s*(:|$)/.test(tags.get('t') ?? ''))
      return note('it says that you are only testing (t=y), and receivers may ignore it: remove that')
    if (bits === undefined)
      return note('an Ed25519 key, which not every provider verifies: RSA of 2048 bits is verified by all')
    if (bits < RSA_BITS.weak) return note(`it has ${bits} bits: use RSA of 2048 bits`)
    return ok(`RSA of ${bits} bits${key ? ', and ours belongs to it' : ''}`)
  })
}
