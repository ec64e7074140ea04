import { type KeyObject, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ed25519Key, recordOf, rsaKey } from '../../../testing/dkim.ts'
import { startDns, type TestDns, type Zone } from '../../../testing/dns.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { readConfig } from '../../config.ts'
import { checkMail, type MailChecks } from './check-mail.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'aviary-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (key: KeyObject) => {
  const file = path.join(folder, randomUUID())
  writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }))
  return file
}

const KEY = rsaKey()
const GOOD: Zone = {
  'acme.example': { TXT: ['v=spf1 include:spf.relay.example -all', 'other text'], MX: ['mx.acme.example'] },
  'spf.relay.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 -all'] },
  'mx.acme.example': { A: ['192.0.2.1'] },
  '_dmarc.acme.example': { TXT: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.example'] },
  'aviary._domainkey.acme.example': { TXT: [recordOf(KEY)] },
}

let smtp: TestSmtp
let dns: TestDns
const zone: Zone = {}
beforeEach(async () => {
  smtp = await startSmtp()
  dns = await startDns(zone)
})
afterEach(async () => {
  for (const name of Object.keys(zone)) delete zone[name]
  await smtp.close()
  await dns.close()
})

const settings = (more: Record<string, string> = {}) => ({
  SMTP_URL: smtp.url,
  MAIL_SENDER: 'Acme Status <status@acme.example>',
  MAIL_DKIM_KEY_FILE: fileOf(KEY),
  MAIL_DKIM_SELECTOR: 'aviary',
  PUBLIC_URL: 'https://aviary.acme.example',
  ...more,
})

/** Lines of the findings, without those that are well. */
async function complaints(environment: Record<string, string>, checks: MailChecks = {}) {
  const findings = await checkMail(readConfig(environment), { dns: dns.address, ...checks })
  return findings
    .filter(({ result }) => result !== 'ok')
    .map(({ result, about, says }) => `${result} ${about}: ${says}`)
}
/** What is found if the records are replaced by these; null removes a name. */
function complaintsWith(records: Record<string, Zone[string] | null>, environment = settings()) {
  Object.assign(zone, GOOD, records)
  for (const [name, record] of Object.entries(records)) if (record === null) delete zone[name]
  return complaints(environment)
}
const CLEAR =
  'note Encryption: mails go to it in clear text: let it offer STARTTLS, unless it is on this machine'
const NO_USER = 'note Sign-in: SMTP_URL has no user, so it must know this machine'
const PLAIN = [CLEAR, NO_USER]

describe('DNS records', () => {
  const spf = (...texts: string[]) => ({ 'acme.example': { ...GOOD['acme.example'], TXT: texts } })
  const key = (text: string) => ({ 'aviary._domainkey.acme.example': { TXT: [text] } })
  const includes = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `spf${index}.example`,
        { TXT: [index === count - 1 ? 'v=spf1 -all' : `v=spf1 include:spf${index + 1}.example`] },
      ]),
    )
  const OURS = `publish the TXT record "${recordOf(KEY)}" there`

  test.each<[string, Record<string, Zone[string] | null>, string[]]>([
    ['none is missing', {}, []],
    ['no SPF', spf('text'), ['wrong SPF of acme.example: there is none: add the TXT record']],
    ['SPF twice', spf('v=spf1 -all', 'v=spf1 mx -all'), ['wrong SPF of acme.example: there are 2']],
    ['SPF for all', spf('v=spf1 +all'), ['wrong SPF of acme.example: it allows every machine']],
    ['SPF without an end', spf('v=spf1 mx'), ['note SPF of acme.example: "v=spf1 mx" forbids no machine']],
    [
      'SPF of a bare address',
      spf('v=spf1 192.0.2.1 -all'),
      ['wrong SPF of acme.example: "192.0.2.1" is no part'],
    ],
    [
      'SPF that includes nothing',
      spf('v=spf1 include:gone.example -all'),
      ['wrong SPF of acme.example: gone.example has no SPF record'],
    ],
    ['SPF of ten lookups', { ...spf('v=spf1 include:spf0.example -all'), ...includes(10) }, []],
    [
      'SPF of eleven lookups',
      { ...spf('v=spf1 include:spf0.example -all'), ...includes(11) },
      ['wrong SPF of acme.example: receivers would have to ask DNS more than 10 times'],
    ],
    [
      'SPF that includes itself',
      spf('v=spf1 include:acme.example -all'),
      ['wrong SPF of acme.example: receivers would'],
    ],
    ['no DKIM key', { 'aviary._domainkey.acme.example': null }, [`there is none: ${OURS}`]],
    [
      'another DKIM key',
      key(recordOf(rsaKey())),
      [`it is the key of another signature, so that every one of ours fails: ${OURS}`],
    ],
    ['a withdrawn DKIM key', key('v=DKIM1; p='), [`the key is withdrawn (empty p=): ${OURS}`]],
    ['a broken DKIM key', key('v=DKIM1; p=abc'), [`its p= is no key: ${OURS}`]],
    ['a DKIM key for tests', key(`${recordOf(KEY)}; t=y:s`), ['note', 'only testing (t=y)']],
    ['a DKIM key for SHA-1', key(`${recordOf(KEY)}; h=sha1`), ['its h= excludes sha256']],
    ['no DMARC', { '_dmarc.acme.example': null }, ['wrong DMARC of acme.example: there is none']],
    [
      'DMARC twice',
      { '_dmarc.acme.example': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } },
      ['wrong DMARC of acme.example: there are 2'],
    ],
    ['DMARC without p', { '_dmarc.acme.example': { TXT: ['v=DMARC1'] } }, ['has no p= that receivers know']],
    [
      'DMARC that watches',
      { '_dmarc.acme.example': { TXT: ['v=DMARC1;p=none'] } },
      ['note DMARC', 'only watches'],
    ],
    [
      'no MX',
      { 'acme.example': { TXT: GOOD['acme.example']?.TXT ?? [] } },
      ['wrong Mail servers of acme.example: there is no MX'],
    ],
    ['a null MX', { 'acme.example': { ...GOOD['acme.example'], MX: [''] } }, ['it takes no mail']],
    ['an MX without address', { 'mx.acme.example': null }, ['mx.acme.example has no address']],
  ])('%s', async (_, records, expected) => {
    const [complaint, ...more] = (await complaintsWith(records)).filter(
      (line) => !PLAIN.includes(line) && !line.includes('only SPF confirms it'),
    )
    expect(more).toEqual([])
    for (const part of expected) expect(complaint).toContain(part)
    expect(complaint === undefined).toBe(expected.length === 0)
  })

  test('a server that gives no answer is named, and is no missing record', async () => {
    const found = await complaintsWith({ '_dmarc.acme.example': { fault: true } })
    expect(found).toContain(
      'wrong DMARC of acme.example: DNS does not say what _dmarc.acme.example is (ESERVFAIL): ask another server with --dns',
    )
    expect(found.join()).not.toContain('there is none')
  })

  test('an Ed25519 key and a short one work, but not everywhere', async () => {
    const ed25519 = ed25519Key()
    expect(
      await complaintsWith(key(recordOf(ed25519)), settings({ MAIL_DKIM_KEY_FILE: fileOf(ed25519) })),
    ).toEqual(
      expect.arrayContaining([
        expect.stringContaining('note DKIM key aviary._domainkey.acme.example: an Ed25519 key'),
      ]),
    )
    const short = rsaKey(1024)
    expect(
      await complaintsWith(key(recordOf(short)), settings({ MAIL_DKIM_KEY_FILE: fileOf(short) })),
    ).toEqual(expect.arrayContaining([expect.stringContaining('it has 1024 bits: use RSA of 2048 bits')]))
  })
})

describe('domains', () => {
  const sub = (from: string, more: Record<string, string> = {}) =>
    settings({ MAIL_SENDER: `status@${from}`, MAIL_DKIM_DOMAIN: 'acme.example', ...more })
  const others = (lines: string[]) => lines.filter((line) => !PLAIN.includes(line))
  const OF_BOUNCES: Zone = {
    'bounces.other.example': { TXT: ['v=spf1 -all'], MX: ['mx.acme.example'] },
  }

  test('SPF and reports go by the bounce address, DMARC by the sender or what is above', async () => {
    const found = await complaintsWith(
      OF_BOUNCES as Record<string, Zone[string]>,
      sub('mail.acme.example', { BOUNCE_ADDRESS: 'bounces@bounces.other.example' }),
    )
    expect(others(found)).toEqual([])
    expect(dns.asked).toEqual(
      expect.arrayContaining([
        ...['TXT bounces.other.example', 'MX bounces.other.example'],
        ...['TXT _dmarc.mail.acme.example', 'TXT _dmarc.acme.example'],
      ]),
    )
  })

  test('a signature of a domain above does not confirm the sender if DMARC is strict', async () => {
    const found = await complaintsWith(
      {
        ...OF_BOUNCES,
        '_dmarc.acme.example': { TXT: ['v=DMARC1; p=reject; adkim=s; aspf=r'] },
      } as Record<string, Zone[string]>,
      sub('mail.acme.example', { BOUNCE_ADDRESS: 'bounces@bounces.other.example' }),
    )
    expect(others(found)).toEqual([
      'wrong Domain of the sender, mail.acme.example: neither the signature of acme.example nor SPF of bounces.other.example confirms it: correct those above, or sign with MAIL_DKIM_DOMAIN=mail.acme.example',
    ])
  })

  test('without a key of ours the selector of the mail server is looked up, or asked for', async () => {
    Object.assign(zone, GOOD)
    const { MAIL_DKIM_KEY_FILE, MAIL_DKIM_SELECTOR, ...relay } = settings()
    expect(others(await complaints(relay))).toEqual([
      expect.stringContaining('note DKIM: not checked: name the selector'),
    ])
    expect(others(await complaints(relay, { dkimSelector: 'aviary' }))).toEqual([])
    expect(others(await complaints(relay, { dkimSelector: 'gone' }))).toEqual([
      'wrong DKIM key gone._domainkey.acme.example: there is none: name another selector, or publish the key of the mail server',
      'note Domain of the sender, acme.example: only SPF confirms it, which a forwarded mail loses: correct DKIM',
    ])
  })
})

describe('the mail server', () => {
  const serverLines = async (environment: Record<string, string>) => {
    Object.assign(zone, GOOD)
    return (await complaints(environment)).filter((line) => !/^note (Encryption|Sign-in)/.test(line))
  }

  test('that is not set, or not there, is wrong', async () => {
    expect(await serverLines(settings({ SMTP_URL: '' }))).toEqual([
      'wrong Mail server: SMTP_URL is not set: mails stay in the outbox',
    ])
    const { port } = new URL(smtp.url)
    await smtp.close()
    const [line, ...more] = await serverLines(settings())
    expect([line, more]).toEqual([
      expect.stringMatching(`^wrong Mail server 127.0.0.1:${port}: .*ECONNREFUSED.*: correct host and port`),
      [],
    ])
  })

  test('that offers no encryption for a password is wrong, and the password is not named', async () => {
    const withPassword = settings({ SMTP_URL: smtp.url.replace('//', '//ada:hunter2@') })
    const lines = await serverLines(withPassword)
    expect(lines).toEqual([expect.stringMatching(/^wrong Encryption: .*SMTP_TLS=off/)])
    expect(lines.join()).not.toContain('hunter2')
  })

  test('whose certificate is not valid is wrong; an encrypted connection is well', async () => {
    await smtp.close()
    smtp = await startSmtp({ disabledCommands: ['AUTH'], hideSTARTTLS: false })
    const [line, ...more] = await serverLines(settings())
    expect([line, more]).toEqual([
      expect.stringMatching(/^wrong Encryption: .*certificate.*: give the mail server a certificate/),
      [],
    ])
    const trusting = settings({ SMTP_URL: `${smtp.url}?tls.rejectUnauthorized=false` })
    const findings = await checkMail(readConfig(trusting), { dns: dns.address })
    expect(findings[1]).toEqual({
      ...{ result: 'ok', about: 'Encryption', says: 'the connection is encrypted' },
    })
    expect(smtp.received).toEqual([])
  })

  test('that accepts user and password, or refuses them', async () => {
    await smtp.close()
    smtp = await startSmtp({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss' ? done(null, { user: username }) : done(new Error('Invalid name or password')),
    })
    const of = (password: string) =>
      settings({ SMTP_URL: smtp.url.replace('//', `//ada:${password}@`), SMTP_TLS: 'off' })
    expect(await serverLines(of('p%40ss'))).toEqual([])
    const lines = await serverLines(of('hunter2'))
    expect(lines).toEqual([
      expect.stringMatching(/^wrong Sign-in: .*: correct user and password in SMTP_URL/),
    ])
    expect(lines.join()).not.toContain('hunter2')
    expect(smtp.received).toEqual([])
  })
})
