import { openMailNames } from '../../apps/server/src/mail/bounces/mail-names.ts'
import { startSmtp } from '../../apps/server/testing/smtp.ts'

export type MailBox = {
  url: string
  /** Names of the mails that arrived, from their Message-IDs; second copies are left out. */
  arrived: () => string[]
  /** Number of second copies. */
  secondCopies: () => number
  close: () => Promise<void>
}

/** A real mail server that records the Message-ID of every copy of a mail. */
export async function openMailBox(): Promise<MailBox> {
  const copies = new Map<string, number>()
  const smtp = await startSmtp({
    onData: (stream, _session, done) => {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 4_000) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        const name = /^Message-ID: <([^@]+)@/im.exec(head)?.[1] ?? ''
        copies.set(name, (copies.get(name) ?? 0) + 1)
        done()
      })
    },
  })
  return {
    url: smtp.url,
    arrived: () => [...copies.keys()],
    secondCopies: () => [...copies.values()].reduce((sum, number) => sum + number - 1, 0),
    close: smtp.close,
  }
}

/** Columns of `deliveries` that {@link nameOf} needs to compute the name of a mail. */
export const NAMED = `delivery_id as id, (select value #>> '{}' from secrets where name = 'mail names') as key`

/** The name that every copy of a mail has, whichever process sends it. */
export const nameOf = ({ id, key }: { id: string; key: string }): string =>
  openMailNames(key).nameOf(Number(id))
