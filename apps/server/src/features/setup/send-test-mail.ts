import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { sendTestMail as endpoint } from '@aviary/contract/setup/endpoints'
import type { Call, Preparation } from '../../http/call.ts'
import { Conflict, Refusal, TooMany } from '../../http/errors.ts'
import { type MailConfig, NotAccepted, sendAlone } from '../../mail/public.ts'
import * as queries from './queries.ts'
import { renderTestMail } from './render-test-mail.ts'

/** Time between two test mails of one person. */
const INTERVAL_MS = 10_000

export type TestMailSettings = { mail: MailConfig; publicUrl: string; providerName: string }

/**
 * Sends the caller a test mail and returns the mail server's answer. Records the try outside the transaction of the
 * call, because failed tries count too and a refusal rolls that transaction back.
 */
export async function tryTestMail(
  call: Preparation<typeof endpoint>,
  { mail, publicUrl, providerName }: TestMailSettings,
): Promise<string> {
  const { db, now, body } = call
  const { email, userId } = call.person()
  if (!mail.smtpUrl)
    throw new Conflict('No mail leaves Aviary: set SMTP_URL to your mail server and start Aviary again')
  if (!(await queries.recordTry(db, { userId, now, notSince: new Date(now.getTime() - INTERVAL_MS) })))
    throw new TooMany('You tried a test mail a moment ago; wait ten seconds', INTERVAL_MS)
  const content = renderTestMail(body.locale ?? FALLBACK_LOCALE, { publicUrl, providerName })
  return sendAlone(mail, publicUrl, { email, content, at: now }).catch((error: unknown) => {
    throw error instanceof NotAccepted ? refusalOf(error) : error
  })
}

/** Records that the mail server accepted the mail, and the server's answer. */
export async function recordAccepted(call: Call<typeof endpoint>, response: string) {
  const { email } = call.person()
  await queries.updateSetup(call.db, { mailAcceptedAt: call.now })
  call.audit({ sent_to: email, response })
  return { sent_to: email, accepted_at: call.now.toISOString() }
}

const TITLES = {
  away: 'Mail server not available',
  refused: 'Mail refused',
  unsure: 'Mail server not available',
}
const WHAT_HAPPENED = {
  away: 'The mail server cannot be reached or refuses to talk',
  refused: 'The mail server refused the mail',
  unsure: 'The mail server did not answer to the end, so the mail may or may not arrive',
}

/** Uses 503, which is logged as one line; most other 5xx would be logged as a fault of Aviary. */
function refusalOf({ kind, message, advice }: NotAccepted): Refusal {
  const detail = `${WHAT_HAPPENED[kind]}: ${message}`
  return new Refusal(503, TITLES[kind], advice ? `${detail}. What to do: ${advice}` : detail)
}
