import type { TestApp } from './app.ts'
import { toForm } from './contract-checks.ts'
import { startWorker } from './mailing.ts'
import { startSmtp } from './smtp.ts'

const ADDRESS = '/api/subscription_requests/'

type Fields = Record<string, readonly string[]>
type From = { from?: string; headers?: Record<string, string> }

/** Sends the form of the status page as a browser without a script does. */
export const sendForm = (server: TestApp, fields: Fields, { from, headers }: From = {}) =>
  server.app.inject({
    method: 'POST',
    url: ADDRESS,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: toForm(fields),
    ...(from !== undefined && { remoteAddress: from }),
  })

/** Sends all mails of the server to a mail server of its own, until `stop`. */
export async function openMailbox(server: TestApp) {
  const smtp = await startSmtp()
  const worker = await startWorker(server, { smtpUrl: smtp.url })
  return {
    received: smtp.received,
    read: smtp.read,
    /** The newest mail to an address. */
    newest: (email: string) => smtp.read(smtp.received.findLastIndex(({ to }) => to === email)),
    stop: async () => {
      await worker.stop()
      await smtp.close()
    },
  }
}

/** The token of the link in a mail. */
export const tokenIn = (text: string | undefined): string =>
  /\/api\/subscription_requests\/([\w-]+)\//.exec(text ?? '')?.[1] ?? ''
