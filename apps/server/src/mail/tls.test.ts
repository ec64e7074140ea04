import { createServer, type Server } from 'node:net'
import { createMessage } from '@aviary/contract/messages/endpoints'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { incidentRecord, ingest } from '../../testing/ingest.ts'
import { startWorker } from '../../testing/mailing.ts'
import { runOn } from '../../testing/queries.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { subscribe } from '../../testing/subscribers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deliveries } from '../database/tables/mail.ts'
import type { SmtpTls } from './smtp.ts'

// Passwords and mails use encrypted connections only, unless clear text is configured explicitly.

const WITH_STARTTLS: SMTPServerOptions = { disabledCommands: [], hideSTARTTLS: false }
const WITHOUT_STARTTLS: SMTPServerOptions = { disabledCommands: ['STARTTLS'], hideSTARTTLS: true }
/** Option with which an operator accepts an invalid certificate, such as the test server's. */
const ANY_CERTIFICATE = '?tls.rejectUnauthorized=false'

let server: TestApp
let smtp: TestSmtp | undefined
let silent: Server | undefined
let stop: (() => Promise<void>) | undefined
/** Each sign-in that the mail server received, and whether its connection was encrypted. */
let logins: string[]
beforeAll(async () => {
  server = await openTestApp()
  await ingest(server, 'incidents', [incidentRecord('OPI-1')])
})
beforeEach(async () => {
  logins = []
  await runOn(
    server,
    'truncate delivery_events, delivery_queue, deliveries, broadcasts, subscriptions, subscribers cascade',
  )
  await subscribe(server, 'ana@example.com')
})
afterEach(async () => {
  await stop?.()
  await smtp?.close()
  silent?.close()
  stop = undefined
  smtp = undefined
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const start = (options: SMTPServerOptions) =>
  startSmtp({
    ...options,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, { secure }, done) => {
      logins.push(`${username}:${password} ${secure ? 'encrypted' : 'in clear text'}`)
      done(null, { user: username })
    },
  })

async function broadcast(): Promise<void> {
  const manager = await server.signInAs('incident_manager')
  const { status } = await manager.call(createMessage, {
    body: {
      ...{ jira_id: 'OPI-1', priority_type: 'P1', message_type: 'Update', body: '<p>We look into it</p>' },
      ...{ broadcast: 'Y', email_template_data: { current_status: 'Looking', next_update: '13:00 UTC' } },
    },
  })
  expect(status).toBe(200)
}

type TlsSetup = { login?: string; scheme?: string; query?: string; tls?: SmtpTls }

/** Sends a broadcast with the given setup and returns the worker's log. */
async function sendTo(
  url: string,
  { login = '', scheme = 'smtp', query = '', tls }: TlsSetup,
): Promise<string[]> {
  const smtpUrl = `${url.replace('smtp://', `${scheme}://${login && `${login}@`}`)}${query}`
  const worker = await startWorker(server, { smtpUrl, ...(tls ? { smtpTls: tls } : {}) })
  stop = worker.stop
  await broadcast()
  return worker.log
}

const soon = (check: () => Promise<void> | void) => waitFor(check, { interval: 20 })
const mails = async () =>
  (await server.db.select().from(deliveries)).map(({ state, attempts }) => `${state} ${attempts}`)
const waiting = () => soon(async () => expect(await mails()).toEqual(['deferred 0']))
const sent = () => soon(async () => expect(await mails()).toEqual(['sent 1']))

test.each<[string, TlsSetup, string]>([
  ['a password', { login: 'aviary:hunter2' }, 'STARTTLS'],
  ['TLS that is demanded in words', { tls: 'required' }, 'STARTTLS'],
])(
  '%s: mails wait where the server offers no encryption, and the log says what to mend',
  async (_, setup, word) => {
    smtp = await start(WITHOUT_STARTTLS)
    const log = await sendTo(smtp.url, setup)
    await soon(() => expect(log.join()).toMatch(/away.*"advice":"mails wait for an encrypted connection: /))
    expect(log.join()).toContain(word)
    await waiting()
    expect([logins, smtp.received]).toEqual([[], []])
  },
)

test.each<[string, TlsSetup, SMTPServerOptions]>([
  ['STARTTLS', { login: 'aviary:hunter2' }, WITH_STARTTLS],
  [
    'TLS from the first byte',
    { login: 'aviary:hunter2', scheme: 'smtps' },
    { ...WITHOUT_STARTTLS, secure: true },
  ],
])('a certificate that is not valid keeps mails waiting: %s', async (_, setup, options) => {
  smtp = await start(options)
  const log = await sendTo(smtp.url, setup)
  await soon(() =>
    expect(log.join()).toMatch(/certificate has expired.*"advice":"give the mail server a certificate/),
  )
  await waiting()
  expect([logins, smtp.received]).toEqual([[], []])
})

test.each<[string, TlsSetup, SMTPServerOptions]>([
  ['STARTTLS', { query: ANY_CERTIFICATE }, WITH_STARTTLS],
  [
    'TLS from the first byte',
    { query: ANY_CERTIFICATE, scheme: 'smtps' },
    { ...WITHOUT_STARTTLS, secure: true },
  ],
])('over %s password and mail are encrypted', async (_, setup, options) => {
  smtp = await start(options)
  await sendTo(smtp.url, { ...setup, login: 'aviary:hunter2' })
  await sent()
  expect(logins).toEqual(['aviary:hunter2 encrypted'])
})

test.each<[string, TlsSetup, string[]]>([
  ['no password', {}, []],
  [
    'clear text that is chosen in words',
    { login: 'aviary:hunter2', tls: 'off' },
    ['aviary:hunter2 in clear text'],
  ],
])('%s: a server without encryption gets the mail', async (_, setup, expected) => {
  smtp = await start(WITHOUT_STARTTLS)
  await sendTo(smtp.url, setup)
  await sent()
  expect(logins).toEqual(expected)
})

test('a server that hangs up instead of encrypting costs no mail a try', async () => {
  silent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      if (/^EHLO/.test(String(data))) socket.write('250-here\r\n250 STARTTLS\r\n')
      else socket.write('220 go\r\n', () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const log = await sendTo(`smtp://127.0.0.1:${port}`, { login: 'aviary:hunter2' })
  await soon(() => expect(log.join()).toContain('mails wait for an encrypted connection'))
  await waiting()
})

test('a server that never answers costs no mail a try', async () => {
  silent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      if (/^EHLO/.test(String(data))) socket.write('250-here\r\n250 STARTTLS\r\n')
      else if (/^STARTTLS/.test(String(data))) socket.write('220 go\r\n') // then no TLS follows
    })
  })
  await new Promise<void>((resolve) => silent?.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const log = await sendTo(`smtp://127.0.0.1:${port}`, { login: 'aviary:hunter2' })
  await soon(() => expect(log.join()).toContain('the mail server is away'))
  await waiting()
})
