import { openChanges } from '../src/database/changes.ts'
import { openTransport } from '../src/mail/transport.ts'
import { openMailWorker } from '../src/mail/worker.ts'
import type { TestApp } from './app.ts'

export type TestWorker = {
  log: string[]
  /** How often it has been told that something about mails changed. */
  heard: () => number
  stop: () => Promise<void>
}

/** A worker on the server's database, as a process of its own would run it. */
export async function startWorker(
  server: TestApp,
  { smtpUrl, connections = 2, rate = 0 }: { smtpUrl?: string; connections?: number; rate?: number } = {},
): Promise<TestWorker> {
  const lines: string[] = []
  const note = (about: object, text?: string) => void lines.push(`${text} ${JSON.stringify(about)}`)
  const changes = await openChanges(server.databaseUrl, () => undefined)
  let heard = 0
  changes.subscribe(({ topics }) => {
    if (topics.includes('mails')) heard += 1
  })
  const worker = openMailWorker({
    db: server.db,
    clock: server.now,
    changes,
    rate,
    mailTried: server.counters.mailTried,
    jobFailed: server.counters.jobFailed,
    log: { warn: note, error: note } as never, // only these two are used
    transport: await openTransport(
      { smtpUrl, connections, sender: 'Acme Status <status@acme.example>' },
      'https://aviary.example',
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
