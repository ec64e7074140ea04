import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loopbackRules, type Receiver, startReceiver } from '../../testing/channels.ts'
import { freePort } from '../../testing/free-port.ts'
import { AddressRefused, checkReceiver, parseNetworks, post, readReceiver } from './receivers.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterEach(() => {
  vi.restoreAllMocks()
  receiver.requests.length = 0
})
afterAll(() => receiver.close())

const none = parseNetworks([])
if (!none) throw new Error('No networks are well formed')
/** No inner receiver is allowed, on the port of the receiver. */
const outside = () => ({ networks: none, ports: new Set([443, receiver.port]) })
const inside = () => loopbackRules(receiver.port)

const send = (address: string, rules = inside()) => post(address, { headers: {}, body: '{}', rules })

const { Resolver } = dns.promises

/** Lets name servers answer with these addresses, one list after the other, to be kept for `ttl` seconds. */
function answerNames({ ttl = 0 }, ...answers: string[][]) {
  vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue({ code: 'ENODATA' })
  return vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation((async () => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0]
    return addresses?.map((address) => ({ address, ttl }))
  }) as never)
}

describe('an address that leads inside is refused, however it is spelled', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '①②⑦.⓪.⓪.①',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[100::1]',
    '[2001::1]',
    '[2001:2::1]',
    '[2001:20::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2002:7f00:1::]',
    '[5f00::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
  ])('%s', async (host) => {
    const address = `https://${host}/`
    expect(() => readReceiver(address, outside())).toThrow(AddressRefused)
    expect(await send(address, outside())).toMatchObject({
      status: null,
      answer: expect.stringContaining('not allowed'),
    })
  })
})

test('public addresses pass', () => {
  for (const host of ['93.184.216.34', '[2606:2800:220:1:248:1893:25c8:1946]'])
    expect(readReceiver(`https://${host}/`, outside()).protocol).toBe('https:')
})

test('a name with one inner address among public ones is refused, when saved and when sent to', async () => {
  answerNames({}, ['93.184.216.34', '127.0.0.1'])
  const address = `https://hooks.example.com:${receiver.port}/`
  await expect(checkReceiver(new URL(address), outside())).rejects.toThrow('not allowed')
  expect((await send(address, outside())).answer).toContain('not allowed')
})

test('a name that leads outside when saved and inside when sent to reaches nobody', async () => {
  answerNames({}, ['93.184.216.34'], ['127.0.0.1'])
  const address = `https://rebinds.example.com:${receiver.port}/`
  await checkReceiver(new URL(address), outside())
  const { status, answer } = await send(address, outside())
  expect(status).toBeNull()
  expect(answer).toContain('not allowed')
  expect(answer).not.toContain('127.0.0.1')
  expect(receiver.requests).toEqual([])
})

test('what was checked is what is connected to: the name is asked once', async () => {
  const lookup = answerNames({}, ['127.0.0.1'])
  expect((await send(`http://inner.example.com:${receiver.port}/`)).status).toBe(204)
  expect(lookup).toHaveBeenCalledTimes(1)
})

test('a name is asked again once its time to live is over, and what was kept is checked as well', async () => {
  const lookup = answerNames({ ttl: 300 }, ['127.0.0.1'])
  const address = `http://kept.example.com:${receiver.port}/`
  expect((await send(address)).status).toBe(204)
  expect((await send(address)).status).toBe(204)
  expect((await send(address, outside())).answer).toContain('not allowed')
  expect(lookup).toHaveBeenCalledTimes(1)
})

test('names whose name servers stay silent delay no other channel', async () => {
  let end: (error: object) => void = () => undefined
  const silence = new Promise<never>((_, refuse) => {
    end = refuse
  })
  vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue({ code: 'ENODATA' })
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation((async (name: string) =>
    name.startsWith('silent') ? silence : [{ address: '127.0.0.1', ttl: 0 }]) as never)
  let settled = 0
  const hanging = Array.from({ length: 60 }, async (_, n) => {
    const answer = await send(`http://silent-${n}.example.com:${receiver.port}/`)
    settled += 1
    return answer
  })
  for (let n = 0; n < 20; n += 1)
    expect((await send(`http://answers-${n}.example.com:${receiver.port}/`)).status).toBe(204)
  // The mail server and the database are asked for by the system's resolver.
  await dns.promises.lookup('localhost')
  expect(settled).toBe(0)
  end({ code: 'ETIMEOUT' })
  for (const { answer } of await Promise.all(hanging)) expect(answer).toBe('The name servers do not answer')
})

test('name servers that stay silent are given up', async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((done) => silent.bind(0, '127.0.0.1', done))
  for (const method of ['resolve4', 'resolve6'] as const) {
    const ask = Resolver.prototype[method] as unknown as (
      name: string,
      options: { ttl: true },
    ) => Promise<never>
    vi.spyOn(Resolver.prototype, method).mockImplementation(async function (
      this: dns.promises.Resolver,
      name,
    ) {
      this.setServers([`127.0.0.1:${silent.address().port}`])
      return ask.call(this, name, { ttl: true })
    })
  }
  expect((await send(`http://silent.example.com:${receiver.port}/`)).answer).toBe(
    'The name servers do not answer',
  )
  await new Promise<void>((done) => silent.close(done))
})

test('a name that name servers do not know is looked for by the system, a few at a time', async () => {
  vi.spyOn(Resolver.prototype, 'resolve4').mockRejectedValue({ code: 'ENOTFOUND' })
  vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue({ code: 'ENOTFOUND' })
  let [running, most] = [0, 0]
  vi.spyOn(dns.promises, 'lookup').mockImplementation((async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setImmediate(done))
    running -= 1
    return [{ address: '127.0.0.1', family: 4 }]
  }) as never)
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => send(`http://inner-${n}:${receiver.port}/`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  expect(most).toBe(1)
})

test('plain http is for allowed inner networks only', async () => {
  expect((await send(receiver.url(), outside())).answer).toContain('not allowed')
  answerNames({}, ['93.184.216.34'])
  expect((await send(`http://hooks.example.com:${receiver.port}/`)).answer).toContain('not allowed')
})

test('no redirect is followed', async () => {
  receiver.react({ status: 307, headers: { location: receiver.url('/elsewhere') } })
  expect((await send(receiver.url())).status).toBe(307)
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook'])
})

test('an answer without end is cut off, and its beginning kept', async () => {
  const port = await freePort()
  const endless = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
    const pour = () => {
      while (!socket.destroyed && socket.write('x'.repeat(16_384)));
      if (!socket.destroyed) socket.once('drain', pour)
    }
    pour()
  })
  await new Promise<void>((done) => endless.listen(port, '127.0.0.1', done))
  const answer = await send(`http://127.0.0.1:${port}/`, loopbackRules(port))
  expect(answer).toMatchObject({ status: 200, answer: 'x'.repeat(1_000) })
  await new Promise((done) => endless.close(done))
})

test('a receiver that breaks off, refuses or answers nonsense is told apart', async () => {
  const port = await freePort()
  expect((await send(`http://127.0.0.1:${port}/`, loopbackRules(port))).answer).toBe(
    'The connection was refused',
  )
  const broken = createTcpServer((socket) => socket.resume().end('no http\r\n\r\n'))
  await new Promise<void>((done) => broken.listen(port, '127.0.0.1', done))
  expect((await send(`http://127.0.0.1:${port}/`, loopbackRules(port))).answer).toBe('The answer is not HTTP')
  await new Promise((done) => broken.close(done))
})

test('an answer that ends without a word, such as 101, is a fault', async () => {
  receiver.react('upgrade')
  expect(await send(receiver.url())).toMatchObject({
    status: null,
    answer: expect.stringContaining('without'),
  })
})

test('parts of the address are left out of the answer', async () => {
  const address = receiver.url('/services/T0SECRET/xyz%2Fabcdef?key=k123456789&a=b')
  receiver.react({
    status: 404,
    body: 'Cannot POST /services/T0SECRET/xyz%2Fabcdef?key=k123456789&amp;a=b (xyz/abcdef, k123456789, T0SECRET)',
  })
  expect((await send(address)).answer).toBe('Cannot POST … (…, …, …)')
})

test('texts of receivers are kept as the database can store them', async () => {
  receiver.react({ status: 500, body: `a\0b${'😀'.repeat(600)}` })
  const { answer } = await send(receiver.url())
  expect(answer.isWellFormed()).toBe(true)
  expect(answer).toMatch(/^a b😀/)
  expect(answer.length).toBeLessThanOrEqual(1_000)
})

test.each([['1.2.3.4'], ['10.0.0.0/33'], ['x/8']])('the network %s is refused', (name) => {
  expect(parseNetworks([name])).toBeUndefined()
})
