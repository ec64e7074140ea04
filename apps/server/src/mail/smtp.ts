import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { type Mail, openDialogue } from './dialogue.ts'
import { NotConnected, refusedMailOnly, wantsNewConnection } from './failure.ts'

// Timeouts of a connection. `withinTime` also limits each try as a whole, because the try must end before
// the lease of the mail.
const CONNECTS_WITHIN_MS = 6_000
const ANSWERS_WITHIN_MS = 10_000
const QUIT_AFTER_IDLE_MS = 5_000

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
  let isSending = false

  const drop = () => {
    connection?.close()
    connection = undefined
  }

  const trySend = async (mail: Mail): Promise<string> => {
    if (!connection?.isOpen()) connection = open()
    const current = connection
    try {
      await current.ready.catch((error: Error) => {
        throw new NotConnected(error.message, { cause: error })
      })
      return await current.send(mail)
    } catch (error) {
      const isRefused = refusedMailOnly(error) && (await current.reset())
      if (!isRefused && connection === current) drop()
      throw error
    }
  }

  const quitWhenIdle = () => {
    if (!isSending) connection?.quit()
  }

  return {
    send: async (mail) => {
      isSending = true
      const isReused = connection?.isOpen() ?? false
      try {
        return await trySend(mail)
      } catch (error) {
        // Servers limit the number of mails per connection, and then ask for a new connection.
        if (!(isReused && wantsNewConnection(error))) throw error
        return await trySend(mail)
      } finally {
        isSending = false
        // Put off instead of made anew, because this happens once for each mail.
        if (goodbye) goodbye.refresh()
        else goodbye = setTimeout(quitWhenIdle, QUIT_AFTER_IDLE_MS).unref()
      }
    },
    close: () => {
      clearTimeout(goodbye)
      goodbye = undefined
      drop()
    },
  }
}

type Connection = ReturnType<typeof openConnection>
type Auth = ReturnType<typeof parseConnectionUrl>['auth']

/** The mail library opens the connection, encrypts it and signs in; mails are sent by `dialogue.ts`. */
function openConnection(options: SMTPConnectionOptions, auth: Auth) {
  const connection = new SMTPConnection(options)
  let isOpen = true
  let dialogue: ReturnType<typeof openDialogue> | undefined
  const close = () => {
    isOpen = false
    connection.close()
  }
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      isOpen = false
      reject(error)
    }
    const begin = (offers: string) => {
      const socket = connection._socket
      if (!socket) return fail(new Error('The connection has ended'))
      dialogue = openDialogue({ socket, offers, close })
      resolve()
    }
    // Later errors need no handling here: the mail that is being sent gets them, and an idle connection may end.
    connection.on('error', (error: Error) => {
      dialogue?.end(error)
      fail(error)
    })
    connection.once('end', () => {
      dialogue?.end()
      fail(new Error('Connection closed unexpectedly'))
    })
    connection.connect((error) => {
      if (error) return fail(error)
      const offers = connection.lastServerResponse || ''
      if (!(auth?.user || auth?.pass)) return begin(offers)
      connection.login({ ...auth }, (refusal) => (refusal ? fail(refusal) : begin(offers)))
    })
  })
  ready.catch(() => undefined)
  return {
    ready,
    isOpen: () => isOpen,
    isEncrypted: () => connection.secure,
    send: (mail: Mail) =>
      dialogue?.send(mail) ?? Promise.reject(new NotConnected('The connection is not open')),
    /** Resets the SMTP session after a refused mail; false if the connection cannot be used again. */
    reset: async () => (await dialogue?.reset()) ?? false,
    quit: () => {
      isOpen = false
      connection.quit()
    },
    close,
  }
}
