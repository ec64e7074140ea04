import { openChanges } from '../src/database/changes.ts'
import type { Db } from '../src/database/open.ts'
import { whenReachable } from '../src/database/wait-for-database.ts'
import type { Dkim } from '../src/mail/dkim.ts'
import type { SmtpTls } from '../src/mail/smtp.ts'
import { openTransport } from '../src/mail/transport.ts'
import { openMailWorker } from '../src/mail/worker.ts'
import { loadMailNames } from '../src/mail-names.ts'
import type { TestApp } from './app.ts'

export type TestWorker = {
  log: string[]
  /** Number of change notifications with the topic `mails` received so far. */
  heard: () => number
  stop: () => Promise<void>
}

type WorkerOptions = {
  /** The server's own unless given. */
  db?: Db
  bounceAddress?: string
  dkim?: Dkim
  smtpUrl?: string
  smtpTls?: SmtpTls
  connections?: number
  rate?: number
}

/** A mail worker on the server's database, as in a separate process. */
export async function startWorker(
  server: TestApp,
  { db = server.db, bounceAddress, dkim, smtpUrl, smtpTls, connections = 2, rate = 0 }: WorkerOptions = {},
): Promise<TestWorker> {
  const lines: string[] = []
  const note = (about: object, text?: string) => void lines.push(`${text} ${JSON.stringify(about)}`)
  const changes = await whenReachable({ url: server.databaseUrl, onWaiting: () => undefined }, () =>
    openChanges(server.databaseUrl, () => undefined),
  )
  let heard = 0
  changes.subscribe(({ topics }) => {
    if (topics.includes('mails')) heard += 1
  })
  const worker = openMailWorker({
    db,
    clock: server.now,
    changes,
    rate,
    mailTried: server.counters.mailTried,
    jobFailed: server.counters.jobFailed,
    log: { warn: note, error: note } as never, // only these two are used
    transport: await openTransport(
      { bounceAddress, dkim, smtpUrl, smtpTls, connections, sender: 'Acme Status <status@acme.example>' },
      { publicUrl: 'https://aviary.example', nameOf: (await loadMailNames(server.db)).nameOf },
    ),
  })
  return {
    log: lines,
    heard: () => heard,
    stop: async () => {
      await worker.stop()
      await changes.close()
    },
  }
}
