import { startSmtp } from '../../apps/server/testing/smtp.ts'

export type MailBox = {
  url: string
  /** Every mail that arrived, as `<broadcast>.<delivery>`; second copies are left out. */
  arrived: () => string[]
  /** Number of second copies. */
  secondCopies: () => number
  /** Mails whose second copy had another Message-ID. */
  underTwoNames: () => string[]
  close: () => Promise<void>
}

/** A real mail server that records every copy of a mail; the start of the Message-ID identifies the mail. */
export async function openMailBox(): Promise<MailBox> {
  const copies = new Map<string, string[]>()
  const smtp = await startSmtp({
    onData: (stream, _session, done) => {
      let head = ''
      stream.on('data', (chunk: Buffer) => {
        if (head.length < 4_000) head += chunk.toString('latin1')
      })
      stream.on('end', () => {
        const [, name = '', id = ''] = /^Message-ID: <((\d+\.\d+)\.[^>]*)>/im.exec(head) ?? []
        copies.set(id, [...(copies.get(id) ?? []), name])
        done()
      })
    },
  })
  return {
    url: smtp.url,
    arrived: () => [...copies.keys()],
    secondCopies: () => [...copies.values()].reduce((sum, { length }) => sum + length - 1, 0),
    underTwoNames: () => [...copies].filter(([, names]) => new Set(names).size > 1).map(([id]) => id),
    close: smtp.close,
  }
}
