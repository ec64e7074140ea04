import { APPLICATION_NAME } from '@aviary/contract/constants'
import { ingestBounce, LARGEST_BOUNCE } from '@aviary/contract/ingest/endpoints'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Clock } from '../../clock.ts'
import { announce } from '../../database/changes.ts'
import type { Db } from '../../database/open.ts'
import { createAudit } from '../../features/audit/public.ts'
import { Busy } from '../../http/errors.ts'
import { type MailNames, READ_BYTES, readReport } from '../../mail/public.ts'
import { type BounceParts, ingestReport } from './ingest-report.ts'
import { readInTurn } from './route.ts'

const MAX_CONNECTIONS = 20
const SILENT_MS = 30_000
/** Caller in audit rows. */
const CALLER = 'mail server'

type Log = { warn: (about: object, message: string) => void }
type ListenParts = BounceParts & { db: Db; clock: Clock; log: Log }

/**
 * Receives reports of undelivered mails by SMTP. Meant for a mail server on the same machine or network, so there
 * is no sign-in and no encryption. Accepts only recipients that are the envelope sender of a mail of this
 * installation. Returns a function that stops listening.
 */
export async function listenForBounces(address: string, parts: ListenParts): Promise<() => Promise<void>> {
  const { names, log } = parts
  const server = new SMTPServer({
    ...{
      disabledCommands: ['AUTH', 'STARTTLS'],
      hideSTARTTLS: true,
      disableReverseLookup: true,
      logger: false,
    },
    ...{ size: LARGEST_BOUNCE, maxClients: MAX_CONNECTIONS, socketTimeout: SILENT_MS, closeTimeout: 1_000 },
    onRcptTo: ({ address: recipient }, _session, done) =>
      done(nameIn(recipient, names) ? null : reply(550, '5.1.1 No mail of ours had this sender')),
    onData: (stream, session, done) => {
      receive(parts, { stream, session }).then(
        (detail) => done(null, detail),
        (error: unknown) => {
          if (error instanceof TooLarge) return done(error)
          if (!(error instanceof Busy))
            log.warn({ err: error }, 'a report of an undelivered mail was not stored, its sender tries again')
          done(reply(451, '4.3.0 Try again later'))
        },
      )
    },
  })
  server.on('error', (error) => log.warn({ err: error }, 'a connection for reports of mails broke'))
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? []
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(Number(port), host.replace(/^\[(.*)\]$/, '$1'), resolve)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}

const nameIn = (recipient: string, names: MailNames): boolean =>
  names.deliveryOf(/\+([^@+]+)@/.exec(recipient)?.[1] ?? '') !== undefined

/** SMTP code 552 is permanent: the sender does not try again. */
class TooLarge extends Error {
  readonly responseCode = 552
}

const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

type Incoming = { stream: SMTPServerDataStream; session: SMTPServerSession }

async function receive(
  { db, clock, names, count }: ListenParts,
  { stream, session }: Incoming,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    // Keeps only the start but reads everything, because the sender waits for the answer only after its last byte.
    if (size - chunk.length < READ_BYTES) chunks.push(chunk)
  }
  if (size > LARGEST_BOUNCE) throw new TooLarge(`5.3.4 At most ${LARGEST_BOUNCE} bytes`)
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  const report = await readInTurn(() => readReport(Buffer.concat(chunks), recipients))
  const now = clock()
  return db.transaction(async (transaction) => {
    const { outcome, detail, context, topics } = await ingestReport(transaction, {
      names,
      count,
      report,
      now,
    })
    // No audit row for mails that are no report about a mail of ours, such as out-of-office replies.
    if (outcome === 'taken')
      await createAudit(transaction, {
        ...{ applicationName: APPLICATION_NAME, userEmail: CALLER, createdDate: now, context },
        actionName: ingestBounce.audits ?? '',
      })
    if (topics.length > 0) await announce(transaction, { topics, sessions: [] })
    return detail
  })
}
