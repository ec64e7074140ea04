import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { NotConnected, refusedMailOnly, wantsNewConnection } from './failure.ts'

// Timeouts of a connection. `withinTime` also limits each try as a whole, because the try must end before
// the lease of the mail.
const CONNECTS_WITHIN_MS = 6_000
const ANSWERS_WITHIN_MS = 10_000
const QUIT_AFTER_IDLE_MS = 5_000

/** Sender and recipient of the envelope, and the whole message with its headers. */
export type Mail = { from: string; to: string; message: string }

/** Sends one mail at a time over a connection that stays open in between. */
export type SmtpLane = { send: (mail: Mail) => Promise<string>; close: () => void }

/** Encryption of the connection: required, used if the server offers it, or never used. */
export type SmtpTls = 'required' | 'optional' | 'off'

type SmtpOptions = { url: string; tls: SmtpTls | undefined }

/**
 * `url`: `smtp://user:password@host:587`. `tls`: if undefined, required if the URL
 * has a password, else optional. Returns a function that opens a lane.
 */
export function openSmtp(smtp: SmtpOptions): () => SmtpLane {
  const { options, auth } = readOptions(smtp)
  return () => openLane(() => openConnection(options, auth))
}

/** Connects, encrypts and signs in as for a mail, but sends none; rejects as a try of a mail does. */
export async function tryConnection(smtp: SmtpOptions): Promise<{ isEncrypted: boolean }> {
  const { options, auth } = readOptions(smtp)
  const connection = openConnection(options, auth)
  try {
    await connection.ready
    return { isEncrypted: connection.isEncrypted() }
  } finally {
    connection.quit()
    connection.close()
  }
}

function readOptions({ url, tls: chosen }: SmtpOptions) {
  const { auth, ...server } = parseConnectionUrl(url)
  const tls = chosen ?? (auth ? 'required' : 'optional')
  const options = {
    ...server,
    ...(tls === 'required' ? { requireTLS: true } : {}),
    ...(tls === 'off' ? { requireTLS: false, ignoreTLS: true } : {}),
    connectionTimeout: CONNECTS_WITHIN_MS,
    greetingTimeout: CONNECTS_WITHIN_MS,
    socketTimeout: ANSWERS_WITHIN_MS,
  }
  return { options, auth }
}

function openLane(open: () => Connection): SmtpLane {
  let connection: Connection | undefined
  let goodbye: NodeJS.Timeout | undefined

  const drop = () => {
    connection?.close()
    connection = undefined
  }

  const trySend = async ({ from, to, message }: Mail): Promise<string> => {
    if (!connection?.isOpen()) connection = open()
    const current = connection
    try {
      await current.ready.catch((error: Error) => {
        throw new NotConnected(error.message, { cause: error })
      })
      return await current.send({ from, to }, message)
    } catch (error) {
      const isRefused = refusedMailOnly(error) && (await current.reset())
      if (!isRefused && connection === current) drop()
      throw error
    }
  }

  return {
    send: async (mail) => {
      clearTimeout(goodbye)
      const isReused = connection?.isOpen() ?? false
      try {
        return await trySend(mail)
      } catch (error) {
        // Servers limit the number of mails per connection, and then ask for a new connection.
        if (!(isReused && wantsNewConnection(error))) throw error
        return await trySend(mail)
      } finally {
        goodbye = setTimeout(() => connection?.quit(), QUIT_AFTER_IDLE_MS).unref()
      }
    },
    close: () => {
      clearTimeout(goodbye)
      drop()
    },
  }
}

type Connection = ReturnType<typeof openConnection>
type Auth = ReturnType<typeof parseConnectionUrl>['auth']

function openConnection(options: SMTPConnectionOptions, auth: Auth) {
  const connection = new SMTPConnection(options)
  let isOpen = true
  const ended = new Promise<false>((resolve) => connection.once('end', () => resolve(false)))
  const ready = new Promise<void>((resolve, reject) => {
    const settle = (error?: Error | null) => (error ? reject(error) : resolve())
    // Later errors need no handling: `send` rejects for its caller, and an idle connection may end.
    connection.on('error', reject)
    ended.then(() => {
      isOpen = false
      reject(new Error('Connection closed unexpectedly'))
    })
    connection.connect((error) => {
      if (error || !(auth?.user || auth?.pass)) settle(error)
      else connection.login({ ...auth }, settle)
    })
  })
  ready.catch(() => {
    isOpen = false
  })
  return {
    ready,
    isOpen: () => isOpen,
    isEncrypted: () => connection.secure,
    send: (envelope: { from: string; to: string }, message: string) =>
      new Promise<string>((resolve, reject) => {
        connection.send(envelope, message, (error, info) => (info ? resolve(info.response) : reject(error)))
      }),
    /** Resets the SMTP session after a refused mail; false if the connection cannot be used again. */
    reset: () =>
      Promise.race([ended, new Promise<boolean>((resolve) => connection.reset((error) => resolve(!error)))]),
    quit: () => {
      isOpen = false
      connection.quit()
    },
    close: () => {
      isOpen = false
      connection.close()
    },
  }
}
