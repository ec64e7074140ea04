import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readFailure } from './failure.ts'
import { openSmtp } from './smtp.ts'

// What a mail server may answer, byte for byte, and what becomes of the mail and of the connection.

const MAIL = {
  from: 'status@acme.example',
  to: 'ana@example.com',
  message: 'Subject: Hello\r\n\r\nHello\r\n',
}
const PIPELINING = '250-mail.example\r\n250 PIPELINING\r\n'

type Answers = {
  ehlo?: string
  /** Answers to each further command, by its first word; a message is answered as `.`. */
  [command: string]: string | ((line: string, socket: Socket) => string) | undefined
}

let close: (() => void) | undefined
afterEach(() => close?.())

/** A mail server that gives prepared answers. `heard`: what each connection said, commands and messages. */
async function startServer(answers: Answers) {
  const heard: string[][] = []
  const server = createServer((socket) => {
    const said: string[] = []
    heard.push(said)
    let buffer = ''
    let isMessage = false
    const answer = (command: string, line: string) => {
      said.push(line)
      const prepared = answers[command] ?? (command === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
      const text = typeof prepared === 'string' ? prepared : prepared(line, socket)
      isMessage = command === 'DATA' && text.startsWith('354')
      if (text !== '') socket.write(text, 'latin1')
    }
    socket.on('error', () => undefined)
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (;;) {
        const end = isMessage ? `\r\n${buffer}`.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n')
        if (end < 0) return
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + (isMessage ? 3 : 2))
        if (isMessage) answer('.', line)
        else answer(line.startsWith('EHLO') ? 'ehlo' : line.replace(/[ :].*/, ''), line)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lane = openSmtp({ url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, tls: 'off' })()
  close = () => {
    lane.close()
    server.close()
  }
  return { heard, lane, send: (mail = MAIL) => lane.send(mail).catch(readFailure) }
}

/** What a connection said after EHLO. */
const after = (said: readonly string[] = []) => said.slice(1)

const ENVELOPE = ['MAIL FROM:<status@acme.example>', 'RCPT TO:<ana@example.com>', 'DATA']

test('a server that does not offer pipelining hears one command at a time, and none after a refusal', async () => {
  let open = 0
  const alone = (text: string) => (_line: string, socket: Socket) => {
    open += 1
    setImmediate(() => {
      expect(open).toBe(1)
      open -= 1
      socket.write(text)
    })
    return ''
  }
  let refuses = false
  const { heard, send } = await startServer({
    MAIL: alone('250 sender\r\n'),
    RCPT: (line, socket) => alone(refuses ? '550 no such bird\r\n' : '250 recipient\r\n')(line, socket),
  })
  expect(await send()).toBe('250 fine')
  refuses = true
  expect(await send()).toMatchObject({ kind: 'refused', isPermanent: true, response: /550 no such bird/ })
  refuses = false
  expect(await send()).toBe('250 fine')
  const mail = [...ENVELOPE, 'Subject: Hello\r\n\r\nHello\r\n']
  expect(heard.map(after)).toEqual([[...mail, ...ENVELOPE.slice(0, 2), 'RSET', ...mail]])
})

test.each([
  ['MAIL', '550 sender unknown', true],
  ['MAIL', '451 later', false],
  ['RCPT', '550 no such bird', true],
  ['RCPT', '450-greylisted\r\n450 try later', false],
  ['DATA', '554 no', true],
  ['.', '552 too large', true],
  ['.', '451 later', false],
])('%s answered by %j refuses this mail only', async (command, reply, isPermanent) => {
  for (const ehlo of [PIPELINING, '250 mail.example\r\n']) {
    let refuses = true
    const { heard, send } = await startServer({
      ehlo,
      DATA: () => '354 go on\r\n',
      [command]: () => {
        if (refuses) return `${reply}\r\n`
        return command === 'DATA' ? '354 go on\r\n' : '250 fine\r\n'
      },
      // As a server does that accepted no recipient.
      ...(command === 'MAIL' || command === 'RCPT'
        ? { DATA: () => (refuses ? '503 no recipient\r\n' : '354 go on\r\n') }
        : {}),
    })
    const outcome = await send()
    expect(outcome).toMatchObject({ kind: 'refused', isPermanent })
    expect((outcome as { response: string }).response).toContain(reply.replaceAll('\r', ''))
    refuses = false
    expect(await send()).toBe('250 fine')
    expect(heard).toHaveLength(1)
    expect(heard[0]).toContain('RSET')
    close?.()
  }
})

test('a server that wants a message although it refused its recipient gets an empty one', async () => {
  const { heard, send } = await startServer({ ehlo: PIPELINING, RCPT: '550 no\r\n', '.': '554 nobody\r\n' })
  expect(await send()).toMatchObject({ kind: 'refused', isPermanent: true })
  expect(heard.map(after)).toEqual([[...ENVELOPE, '', 'RSET']])
})

test('a server that wants a message although it refused its sender is left', async () => {
  const { heard, send } = await startServer({ ehlo: PIPELINING, MAIL: '550 no\r\n' })
  expect(await send()).toMatchObject({ kind: 'refused', isPermanent: true })
  expect(heard.map(after)).toEqual([ENVELOPE])
})

test('an answer too many never counts for the next command', async () => {
  const { heard, send } = await startServer({ ehlo: PIPELINING, RCPT: '250 one\r\n250 two\r\n250 three\r\n' })
  expect(await send()).toMatchObject({ kind: 'unsure' })
  expect(heard.map(after)).toEqual([ENVELOPE])
})

test('a mail accepted by a server that then says goodbye is sent, and the next goes over a new connection', async () => {
  const { heard, send } = await startServer({ ehlo: PIPELINING, '.': '250 taken\r\n421 that is enough\r\n' })
  expect(await send()).toBe('250 taken')
  expect(await send()).toBe('250 taken')
  expect(heard).toHaveLength(2)
})

test('answers are put together from lines and from pieces of them', async () => {
  const { send } = await startServer({
    '.': (_line, socket) => {
      const bytes = Buffer.from('250-angenommen für später\r\n250 ende\r\n')
      for (const byte of bytes) socket.write(Buffer.of(byte))
      return ''
    },
  })
  expect(await send()).toBe('250-angenommen für später\n250 ende')
})

test('an answer that is not UTF-8 is read byte by byte', async () => {
  const { send } = await startServer({ '.': '250 f\xfcr sp\xe4ter\r\n' })
  expect(await send()).toBe('250 für später')
})

test.each([
  ['while the envelope is answered', 'RCPT'],
  ['while the message is answered', '.'],
])('a connection that ends %s leaves open what became of the mail', async (_, command) => {
  const { send } = await startServer({
    ehlo: PIPELINING,
    [command]: (_line: string, socket: Socket) => {
      socket.destroy()
      return ''
    },
  })
  expect(await send()).toMatchObject({ kind: 'unsure', isPermanent: false })
})

test('a server that closes with a failure that has no line end is away', async () => {
  const { send } = await startServer({
    MAIL: (_line, socket) => {
      socket.end('450 going down')
      return ''
    },
  })
  expect(await send()).toMatchObject({ kind: 'away' })
})

test('a lane that is closed gives up the mail it is sending', async () => {
  const { lane, send } = await startServer({
    RCPT: () => {
      setImmediate(() => lane.close())
      return ''
    },
  })
  expect(await send()).toMatchObject({ kind: 'unsure' })
})

test('a dot that begins a line is doubled, and no line ends by half', async () => {
  const { heard, send } = await startServer({})
  await send({ ...MAIL, message: '.a\r\n.\r\nb\n.\nc\r.\rd' })
  expect(heard[0]?.at(-1)).toBe('..a\r\n..\r\nb\r\n..\r\nc\r\n..\r\nd\r\n')
})

test('an address that is not ASCII is announced to a server that allows it', async () => {
  const { heard, send } = await startServer({ ehlo: '250-mail.example\r\n250 SMTPUTF8\r\n' })
  await send({ ...MAIL, to: 'jörg@example.com' })
  await send()
  const senders = heard[0]?.filter((line) => line.startsWith('MAIL'))
  expect(senders).toEqual([`${ENVELOPE[0]} SMTPUTF8`, ENVELOPE[0]])
})
