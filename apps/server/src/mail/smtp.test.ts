import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { readFailure } from './failure.ts'
import { openSmtp, type SmtpTls } from './smtp.ts'

const FROM = 'status@acme.example'
const MAIL = { from: FROM, to: 'ana@example.com', message: 'Subject: Hello\r\n\r\nHello\r\n.\r\nmore' }
let smtp: TestSmtp
afterEach(() => smtp.close())

const laneTo = (url: string, tls?: SmtpTls) => openSmtp({ url, tls })()

test('one connection carries many mails, a refused one among them', async () => {
  let connections = 0
  smtp = await startSmtp({
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('bad')
        ? done(Object.assign(new Error('no such bird'), { responseCode: 550 }))
        : done(),
  })
  const lane = laneTo(smtp.url)
  expect(await lane.send(MAIL)).toMatch(/^250/)
  const refused = await lane.send({ ...MAIL, to: 'bad@example.com' }).catch(readFailure)
  expect(refused).toMatchObject({ kind: 'refused', isPermanent: true })
  expect(await lane.send(MAIL)).toMatch(/^250/)
  lane.close()
  expect(connections).toBe(1)
  expect(smtp.received.map(({ to }) => to)).toEqual([MAIL.to, MAIL.to])
  expect(smtp.received[0]?.raw.trimEnd()).toBe(MAIL.message)
})

test('a server that wants a new connection after some mails gets one, and the mail goes out once', async () => {
  const mails = new Map<string, number>()
  smtp = await startSmtp({
    onMailFrom: (_address, { id }, done) => {
      mails.set(id, (mails.get(id) ?? 0) + 1)
      if ((mails.get(id) ?? 0) <= 2) done()
      else done(Object.assign(new Error('too many messages'), { responseCode: 421 }))
    },
  })
  const lane = laneTo(smtp.url)
  for (let index = 0; index < 5; index++) expect(await lane.send(MAIL)).toMatch(/^250/)
  lane.close()
  expect(smtp.received).toHaveLength(5)
})

test('a server that wants no connection at all is away', async () => {
  smtp = await startSmtp({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('closing'), { responseCode: 421 })),
  })
  const lane = laneTo(smtp.url)
  expect(await lane.send(MAIL).catch(readFailure)).toMatchObject({ kind: 'away' })
  lane.close()
})

test('a connection that the server has ended in the meantime is made again', async () => {
  smtp = await startSmtp()
  const lane = laneTo(smtp.url)
  await lane.send(MAIL)
  smtp.cut()
  await new Promise((resolve) => setImmediate(resolve))
  await expect.poll(() => lane.send(MAIL).catch(() => 'not yet')).toMatch(/^250/)
  lane.close()
})

test('name and password of the address are given to the server', async () => {
  smtp = await startSmtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'aviary' && password === 'p@ss:word'
        ? done(null, { user: username })
        : done(new Error('Invalid name or password')),
  })
  const withLogin = (login: string) => smtp.url.replace('//', `//${login}@`)
  const lane = laneTo(withLogin('aviary:p%40ss%3Aword'), 'off')
  expect(await lane.send(MAIL)).toMatch(/^250/)
  lane.close()
  const wrong = laneTo(withLogin('aviary:guess'), 'off')
  expect(await wrong.send(MAIL).catch(readFailure)).toMatchObject({ kind: 'away' })
  wrong.close()
})

test('an encrypted connection is checked, unless the address says otherwise', async () => {
  smtp = await startSmtp({ disabledCommands: ['AUTH'], hideSTARTTLS: false })
  const strict = laneTo(smtp.url)
  expect(await strict.send(MAIL).catch(readFailure)).toMatchObject({ kind: 'away' })
  strict.close()
  const trusting = laneTo(`${smtp.url}?tls.rejectUnauthorized=false`)
  expect(await trusting.send(MAIL)).toMatch(/^250/)
  trusting.close()
})

test('a server that falls silent is given up after ten seconds, and it counts as a try', async () => {
  smtp = await startSmtp({ onRcptTo: () => undefined })
  const lane = laneTo(smtp.url)
  const silent = await lane.send(MAIL).catch(readFailure)
  expect(silent).toMatchObject({ kind: 'unsure', isPermanent: false, response: 'Timeout' })
  lane.close()
})

test('a server that takes the connection and says nothing is away', async () => {
  smtp = await startSmtp({ onConnect: () => undefined })
  const lane = laneTo(smtp.url)
  expect(await lane.send(MAIL).catch(readFailure)).toMatchObject({ kind: 'away' })
  lane.close()
})

test('a server that ends each connection before its greeting is away', async () => {
  smtp = await startSmtp()
  const closing = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(closing, 'listening')
  const lane = laneTo(`smtp://127.0.0.1:${(closing.address() as AddressInfo).port}`)
  expect(await lane.send(MAIL).catch(readFailure)).toMatchObject({ kind: 'away' })
  lane.close()
  closing.close()
})

test('a server that ends each connection after its greeting is away', async () => {
  smtp = await startSmtp()
  const closing = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example ESMTP\r\n')
    socket.once('data', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(closing, 'listening')
  const lane = laneTo(`smtp://127.0.0.1:${(closing.address() as AddressInfo).port}`)
  expect(await lane.send(MAIL).catch(readFailure)).toMatchObject({ kind: 'away' })
  lane.close()
  closing.close()
})

test('an address that would add a command or a header is never sent', async () => {
  smtp = await startSmtp()
  const lane = laneTo(smtp.url)
  for (const to of ['ana@example.com>\r\nRCPT TO:<eve@example.com', 'a\nb@example.com'])
    expect(await lane.send({ ...MAIL, to }).catch(readFailure)).toMatchObject({
      kind: 'refused',
      isPermanent: true,
    })
  lane.close()
  expect(smtp.received).toEqual([])
})
