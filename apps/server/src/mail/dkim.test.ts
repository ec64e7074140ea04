import type { KeyObject } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { correctMessage } from '@aviary/contract/messages/correction-endpoints'
import { createMessage } from '@aviary/contract/messages/endpoints'
import { sendSecurityEmails } from '@aviary/contract/security/send-endpoints'
import { sendTestMail } from '@aviary/contract/setup/endpoints'
import { afterEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { dkimOf, ed25519Key, rsaKey, verifyDkim } from '../../testing/dkim.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { startWorker } from '../../testing/mailing.ts'
import { addSecurityUsers, newComm, untilDelivered, writeEmail } from '../../testing/security.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { openDkim } from './dkim.ts'
import { openTransport } from './transport.ts'

let server: TestApp | undefined
let smtp: TestSmtp
afterEach(async () => {
  await smtp?.close()
  expect(server?.errors ?? []).toEqual([])
  await server?.close()
  server = undefined
})

const ALWAYS = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type']
const OF_SERIES = ['in-reply-to', 'references', 'list-id', 'feedback-id', 'auto-submitted']
const UNSUBSCRIBE = ['list-unsubscribe', 'list-unsubscribe-post']

const JA = '<p>原因を調べています。</p>'.repeat(30)
const MESSAGE = { jira_id: 'OPI-1', priority_type: 'P1' as const, message_type: 'Update' }

/** Sends mails of several kinds; each is received under the address that names its kind. */
async function sendKinds(on: TestApp, key: KeyObject) {
  const manager = await on.signInAs('incident_manager')
  const administrator = await on.signInAs('administrator')
  await ingest(on, 'incidents', [incidentRecord('OPI-1')])
  await subscribe(on, 'en@example.com')
  await subscribe(on, 'ja@example.com', { locale: 'ja' })
  await addSecurityUsers(on, 1, ['security@example.com'])
  const worker = await startWorker(on, { smtpUrl: smtp.url, dkim: dkimOf(key) })
  try {
    const posted = await manager.call(createMessage, {
      body: {
        ...{ ...MESSAGE, body: { en: '<p>We look.</p>', ja: JA }, broadcast: 'Y' },
        email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' },
      },
    })
    expect(posted.status).toBe(200)
    await untilDelivered(on)
    const corrected = await manager.call(correctMessage, {
      body: {
        ...{ ...MESSAGE, message_id: posted.body.message.id, language: 'en', version: 1, recipients: 1 },
        body: '<p>We look at\t two   places.  </p>',
      },
    })
    expect(corrected.status).toBe(200)
    const { commId } = await newComm(administrator)
    const email = await writeEmail(administrator, commId, { company_id: 1, subject: 'Ihr Schlüssel' })
    await administrator.call(sendSecurityEmails, { body: { email_ids: [email] } })
    await untilDelivered(on)
  } finally {
    await worker.stop()
  }
  return smtp.received
}

test.each([
  ['RSA', rsaKey()],
  ['Ed25519', ed25519Key()],
])('mails of every kind carry a signature by an %s key that a receiver accepts', async (_, key) => {
  server = await openTestApp()
  smtp = await startSmtp()
  const received = await sendKinds(server, key)
  expect(received.map(({ to }) => to).toSorted()).toEqual([
    ...['en@example.com', 'en@example.com', 'ja@example.com', 'security@example.com'],
  ])
  for (const { to, raw } of received) {
    const [signature, ...others] = await verifyDkim(raw, dkimOf(key))
    expect(others).toEqual([])
    expect(signature).toMatchObject({ result: 'pass', signingDomain: 'acme.example' })
    expect(signature?.headers).toEqual(expect.arrayContaining([...ALWAYS, 'auto-submitted']))
    // A security mail belongs to no list, and there is nothing to unsubscribe from.
    if (to !== 'security@example.com')
      expect(signature?.headers).toEqual(expect.arrayContaining([...OF_SERIES, ...UNSUBSCRIBE]))
    expect(
      raw
        .slice(0, 1_000)
        .split('\r\n')
        .every((line) => line.length <= 98),
    ).toBe(true)
  }
})

test('a receiver refuses a mail whose subject, links or text changed, or that was given a second header', async () => {
  const key = rsaKey()
  server = await openTestApp()
  smtp = await startSmtp()
  const [{ raw } = { raw: '' }] = (await sendKinds(server, key)).filter(({ to }) => to === 'en@example.com')
  const verdict = async (mail: string) => (await verifyDkim(mail, dkimOf(key))).map(({ result }) => result)
  expect(await verdict(raw)).toEqual(['pass'])
  // Blanks and line breaks that mail servers put in elsewhere do no harm.
  expect(await verdict(raw.replace('\r\nSubject: ', '\r\nSUBJECT:\r\n  '))).toEqual(['pass'])
  const changes: [string | RegExp, string, string?][] = [
    [/^Subject: /m, 'Subject: Fwd: '],
    [/^To: .*/m, 'To: eve@example.com'],
    [/^List-Unsubscribe: <.*>/m, 'List-Unsubscribe: <https://eve.example/>'],
    [/^List-Unsubscribe-Post: .*\r\n/m, ''],
    [/^From: /m, 'From: Eve <eve@eve.example>\r\nFrom: '],
    [/^Subject: /m, 'Subject: Eve\r\nSubject: '],
    ['We look.', 'We sleep.', 'neutral'], // the word of the library for a changed body
  ]
  for (const [from, to, result = 'fail'] of changes) {
    const changed = raw.replace(from, to)
    expect(changed, String(from)).not.toBe(raw)
    expect(await verdict(changed), String(from)).toEqual([result])
  }
})

test('the key of the configuration signs, with the domain of the sender unless another is set', async () => {
  const key = rsaKey()
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'aviary-dkim-')), 'dkim.pem')
  writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }))
  smtp = await startSmtp()
  server = await openTestApp({
    environment: {
      SMTP_URL: smtp.url,
      MAIL_SENDER: 'Acme Störung <status@bücher.example>',
      MAIL_DKIM_KEY_FILE: file,
      MAIL_DKIM_SELECTOR: 'S1.Mail',
    },
  })
  const administrator = await server.signInAs('administrator')
  expect((await administrator.call(sendTestMail, { body: { locale: 'ja' } })).status).toBe(200)
  const dkim = { domain: 'xn--bcher-kva.example', selector: 's1.mail', key }
  expect(await verifyDkim(smtp.received[0]?.raw ?? '', dkim)).toMatchObject([
    { result: 'pass', signingDomain: dkim.domain },
  ])
})

test.each([
  ['no body', ''],
  ['a body of empty lines', '\r\n\r\n'],
  ['blanks at line ends', 'a \t b  \r\n\tc\t\r\n \r\n'],
  ['no line end', 'a\r\n.\r\nb'],
  ['many empty lines before the last one', `a${'\r\n'.repeat(1_000_000)}b`],
])('%s verifies', async (_, body) => {
  const dkim = dkimOf(ed25519Key())
  const head =
    'From: Acme\r\n <status@acme.example>\r\nTo:  a@example.com \r\nSubject:\r\n\tA  b\r\nReply-To: b'
  expect(await verifyDkim(await openDkim(dkim)(`${head}\r\n\r\n${body}`), dkim)).toMatchObject([
    { result: 'pass' },
  ])
})

test('a mail that was given up while it was being signed is not sent, and its lane goes on', async () => {
  smtp = await startSmtp()
  const { openLane } = await openTransport(
    { smtpUrl: smtp.url, connections: 1, sender: 'status@acme.example', dkim: dkimOf(rsaKey()) },
    { publicUrl: 'https://aviary.example', nameOf: String },
  )
  const lane = openLane()
  const job = {
    ...{
      broadcastId: 1,
      email: 'a@example.com',
      locale: 'en',
      timeZone: null,
      attempts: 0,
      uuid: null,
      series: null,
    },
    ...{
      content: { subject: 'A', html: '<p>b</p>', text: 'b' },
      createdAt: new Date('2026-08-20T12:00:00Z'),
    },
  }
  const givenUp = lane.send({ ...job, deliveryId: 1 })
  lane.close()
  await expect(givenUp).rejects.toThrow('given up')
  expect(await lane.send({ ...job, deliveryId: 2 })).toMatch(/^250/)
  lane.close()
  expect(smtp.received.map(({ raw }) => /^Message-ID: .*/m.exec(raw)?.[0])).toEqual([
    'Message-ID: <2@acme.example>',
  ])
})
