import type { Socket } from 'node:net'

/** Sender and recipient of the envelope, and the whole message with its headers. */
export type Mail = { from: string; to: string; message: string }

/** The largest answer that is kept while its end is missing; a server that never ends one must not fill the memory. */
const LONGEST_ANSWER = 1024 * 1024

/** An answer to the last line of a mail or of a command ends with a line that has no hyphen behind its code. */
const HAS_MORE_LINES = /^\d+-/
const NOT_ASCII = /[\u0080-\uffff]/
/** Characters that would end the command in which an address stands. */
const ENDS_COMMAND = /[\r\n<>]/

type Waiting = { count: number; resolve: (replies: string[]) => void; reject: (error: Error) => void }

type ErrorFields = { code: string; response?: string | undefined; command?: string }

/** An error as the mail library makes them, so that `failure.ts` reads both. */
function smtpError(text: string, { code, response, command }: ErrorFields): Error {
  const message = response === undefined ? text : `${text}: ${response}`
  const responseCode = Number(/^\d+/.exec(response ?? '')?.[0])
  return Object.assign(new Error(message), { code, command, ...(responseCode ? { responseCode } : {}) })
}

const isAccepted = (reply = ''): boolean => reply.startsWith('2')
const isClosing = (reply = ''): boolean => /^421(?:[ -]|$)/.test(reply)

type Session = {
  socket: Socket
  /** Answer to EHLO; lists what the server offers. */
  offers: string
  /** Closes the connection, because what the server says no longer answers what it was asked. */
  close: () => void
}

/**
 * Sends mails over a connection that the mail library has opened, encrypted and signed in: one at a time, with one
 * write for the envelope and one for the message. The library takes five times as long for this part.
 */
export function openDialogue({ socket, offers, close }: Session) {
  const canPipeline = /^250[ -]PIPELINING\s*$/im.test(offers)
  const canUtf8 = /^250[ -]SMTPUTF8\b/im.test(offers)
  let rest = ''
  let partial = ''
  let replies: string[] = []
  let waiting: Waiting | undefined
  let ending: Error | undefined

  const read = (chunk: Buffer) => {
    rest += chunk.toString('latin1')
    let start = 0
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', start)) {
      const line = rest.slice(start, rest[end - 1] === '\r' ? end - 1 : end)
      start = end + 1
      if (partial === '' && line.trim() === '') continue
      partial = partial === '' ? line : `${partial}\n${line}`
      if (HAS_MORE_LINES.test(line)) continue
      replies.push(decode(partial))
      partial = ''
    }
    rest = rest.slice(start)
    if (rest.length + partial.length > LONGEST_ANSWER) close()
    else settle()
  }

  const settle = () => {
    const isClosed = replies.some(isClosing)
    if (waiting && (isClosed || replies.length >= waiting.count)) {
      const { count, resolve } = waiting
      const answers = replies
      waiting = undefined
      replies = []
      // An answer too many would count for the next mail.
      if (isClosed || answers.length > count) close()
      resolve(answers.slice(0, count))
    } else if (!waiting && replies.length > 0) close()
  }

  const ask = (text: string, count: number): Promise<string[]> =>
    new Promise((resolve, reject) => {
      if (ending) return reject(ending)
      waiting = { count, resolve, reject }
      // ASCII, which nearly every mail is, is written as it is; the other way measures and converts it first.
      socket.write(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8')
    })

  const askOnce = async (text: string): Promise<string> => (await ask(text, 1))[0] ?? ''

  /** Sends the envelope in one write if the server allows it, else command by command until one is refused. */
  const sendEnvelope = async (commands: readonly string[]): Promise<string[]> => {
    if (canPipeline) return ask(commands.join(''), commands.length)
    const answers: string[] = []
    for (const command of commands) {
      const answer = await askOnce(command)
      answers.push(answer)
      if (!/^[23]/.test(answer)) break
    }
    return answers
  }

  /**
   * Ends the message that a server asks for although it has refused the envelope (RFC 2920 §3.1). One that refused the
   * sender could take an empty message for a mail, so it is left.
   */
  const endEmptyMessage = async ([sender, _recipient, data]: readonly string[]) => {
    if (!data?.startsWith('3')) return
    if (isAccepted(sender)) await askOnce('.\r\n').catch(() => undefined)
    else close()
  }

  socket.removeAllListeners('data').on('data', read)

  return {
    /** Resolves with the answer that accepts the mail; rejects with what refuses it, or ended the connection. */
    send: async ({ from, to, message }: Mail): Promise<string> => {
      for (const address of [from, to])
        if (ENDS_COMMAND.test(address))
          throw smtpError(`Invalid address ${JSON.stringify(address)}`, { code: 'EENVELOPE' })
      const utf8 = canUtf8 && (NOT_ASCII.test(to) || NOT_ASCII.test(from)) ? ' SMTPUTF8' : ''
      const commands = [`MAIL FROM:<${from}>${utf8}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n']
      const answers = await sendEnvelope(commands)
      const refusal = readRefusal(answers)
      if (refusal) {
        await endEmptyMessage(answers)
        throw refusal
      }
      const response = await askOnce(asData(message))
      if (isAccepted(response)) return response
      throw smtpError('Message failed', { code: 'EMESSAGE', response, command: 'DATA' })
    },
    /** Ends the current mail; false if the server does not. */
    reset: async (): Promise<boolean> => {
      try {
        return isAccepted(await askOnce('RSET\r\n'))
      } catch {
        return false
      }
    },
    /** Rejects what waits for an answer, and all later mails: the connection has ended. */
    end: (error?: Error) => {
      // What a server said last may lack its line end.
      const response = /^[45]\d\d[ -]/.test(rest) ? decode(rest.trim()) : undefined
      ending ??=
        error ??
        smtpError('Connection closed unexpectedly', { code: 'ECONNECTION', response, command: 'CONN' })
      waiting?.reject(ending)
      waiting = undefined
    },
  }
}

/** The error by which an envelope is refused; undefined if the server waits for the message. */
function readRefusal([sender, recipient, data]: readonly string[]): Error | undefined {
  const code = 'EENVELOPE'
  if (!isAccepted(sender))
    return smtpError('Mail command failed', { code, response: sender, command: 'MAIL FROM' })
  if (!isAccepted(recipient))
    return smtpError('Recipient refused', { code, response: recipient, command: 'RCPT TO' })
  // Some servers answer 250 instead of 354.
  if (!/^[23]/.test(data ?? ''))
    return smtpError('Data command failed', { code, response: data, command: 'DATA' })
  return undefined
}

/** A line end that servers read differently: some would take what follows a dot for the next mail. */
const HALF_LINE_END = /\r(?!\n)|(?<!\r)\n/

/** A message as it is transferred: with a second dot where a line begins with one, and its end (RFC 5321 §4.5.2). */
function asData(message: string): string {
  const data = `${message}.\r\n`
  const isReady =
    !HALF_LINE_END.test(data) && data.indexOf('\r\n.') === data.length - 5 && !data.startsWith('.')
  if (isReady) return data
  const lines = `\r\n${message.replaceAll(/\r\n?|\n/g, '\r\n')}`.replaceAll('\r\n.', '\r\n..').slice(2)
  return `${lines}${lines.endsWith('\r\n') ? '' : '\r\n'}.\r\n`
}

/** Answers are UTF-8 by convention only; others are read byte by byte. */
function decode(bytes: string): string {
  if (!NOT_ASCII.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? bytes : text
}
