import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAviary } from '../../../testing/command.ts'
import { dkimOf, recordOf, rsaKey, verifyDkim } from '../../../testing/dkim.ts'
import { startDns, type TestDns, type Zone } from '../../../testing/dns.ts'
import { startSmtp, type TestSmtp } from '../../../testing/smtp.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'aviary-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KEY = rsaKey()
const GOOD: Zone = {
  'acme.example': { TXT: ['v=spf1 mx -all'], MX: ['mx.acme.example'] },
  'mx.acme.example': { A: ['192.0.2.1'] },
  '_dmarc.acme.example': { TXT: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.example'] },
  'aviary._domainkey.acme.example': { TXT: [recordOf(KEY)] },
}

let smtp: TestSmtp
let dns: TestDns
const zone: Zone = {}
beforeEach(async () => {
  Object.assign(zone, GOOD)
  smtp = await startSmtp()
  dns = await startDns(zone)
})
afterEach(async () => {
  await smtp.close()
  await dns.close()
})

function run(args: string[]) {
  const file = path.join(folder, 'dkim.pem')
  writeFileSync(file, KEY.export({ type: 'pkcs8', format: 'pem' }))
  return startAviary(['doctor', 'mail', ...args], {
    SMTP_URL: smtp.url,
    MAIL_SENDER: 'Acme Status <status@acme.example>',
    MAIL_DKIM_KEY_FILE: file,
    MAIL_DKIM_SELECTOR: 'aviary',
    PUBLIC_URL: 'https://aviary.acme.example',
  }).ended
}

test('the command says what is well, sends nothing, and ends with 0', async () => {
  const { code, out, err } = await run(['--dns', dns.address])
  expect([code, err]).toEqual([0, ''])
  expect(out.split('\n')).toEqual([
    `ok     Mail server ${new URL(smtp.url).host}: it answers`,
    'note   Encryption: mails go to it in clear text: let it offer STARTTLS, unless it is on this machine',
    'note   Sign-in: SMTP_URL has no user, so it must know this machine',
    'ok     SPF of acme.example: "v=spf1 mx -all"',
    'ok     DKIM key aviary._domainkey.acme.example: RSA of 2048 bits, and ours belongs to it',
    'ok     DMARC of acme.example: "v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.example"',
    'ok     Domain of the sender, acme.example: DKIM confirms it, and so does SPF',
    'ok     Mail servers of acme.example: mx.acme.example',
    'ok     Unsubscribing: by one click, at https://aviary.acme.example',
    ...['Nothing is wrong.', ''],
  ])
  expect(smtp.received).toEqual([])
})

test('the command sends one signed mail if it is asked to, says what is wrong, and ends with 1', async () => {
  Object.assign(zone, { '_dmarc.acme.example': { TXT: ['no record'] } })
  const { code, out } = await run(['--dns', dns.address, '--to', 'ada@acme.example'])
  expect([code, smtp.received.map(({ to }) => to)]).toEqual([1, ['ada@acme.example']])
  expect(out).toMatch(/^ok {5}Test mail to ada@acme.example: the mail server says: 250 /m)
  expect(out).toMatch(
    /^wrong {2}DMARC of acme.example: there is none: add the TXT record _dmarc.acme.example "v=DMARC1; /m,
  )
  expect(out).toMatch(/\n1 of 10 are wrong\.\n$/)
  expect((await smtp.read(0)).subject).toBe('Test mail from Aviary')
  expect(await verifyDkim(smtp.received[0]?.raw ?? '', dkimOf(KEY))).toMatchObject([{ result: 'pass' }])
})

test.each([
  [['--to', 'ada'], "'ada' is not an e-mail address: write it as name@example.com."],
  [['--dns', 'dns.example'], '--dns takes the IP address of a DNS server, and a port if it is not 53'],
])('the command refuses %j', async (args, expected) => {
  const { code, out, err } = await run(args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(expected)
})
