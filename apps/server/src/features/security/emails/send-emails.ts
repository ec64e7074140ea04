import { scheduler } from 'node:timers/promises'
import type * as endpoints from '@aviary/contract/security/send-endpoints'
import type { Call } from '../../../http/call.ts'
import { Conflict } from '../../../http/errors.ts'
import {
  createSecurityBroadcasts,
  finishSecurityBroadcasts,
  type MailSettings,
  type SecurityMail,
} from '../../../mail/public.ts'
import { renderEmail } from './content.ts'
import { formatIds } from './format-ids.ts'
import type { EmailToSend, LockedEmail } from './queries.ts'
import * as queries from './queries.ts'

/** Emails rendered and written together; a large send holds two batches in memory. */
const BATCH = 100
/** Emails rendered in one go, before the process handles other requests. */
const RENDERED_AT_ONCE = 20
/**
 * Maximum number of emails whose companies an audit row lists. For a larger send, read them from the emails: the
 * company of an email never changes.
 */
const MAX_COMPANIES_SHOWN = 1_000

/**
 * Sends emails: each is rendered from its own row and goes to the active security users of that row's
 * company. All emails and the audit row are written in one transaction; the mail engine delivers after the
 * commit.
 */
export const sendEmails =
  (settings: MailSettings) => async (call: Call<typeof endpoints.sendSecurityEmails>) => {
    const { db, body, now } = call
    const ids = body.email_ids.toSorted((a, b) => a - b)
    const emails = await queries.lockEmails(db, ids)
    refuseMissing(ids, emails)
    const confirmed = body.confirmed && new Map(body.confirmed.map((email) => [email.id, email]))
    for (const email of emails) refuseSentOrChanged(email, confirmed)
    const companies = new Map(emails.map(({ id, companyId }) => [id, companyId]))

    const write = async (mails: readonly SecurityMail[]) => {
      if (mails.length === 0) return 0
      const recipientCounts = await createSecurityBroadcasts(db, mails, { by: call.caller, now })
      // These counts come from the statement that stored the recipients, so they include every earlier change
      // of users.
      for (const { emailId } of mails)
        refuseChangedReach(
          { emailId, companyId: companies.get(emailId), people: recipientCounts.get(emailId) ?? 0 },
          confirmed,
        )
      return [...recipientCounts.values()].reduce((sum, people) => sum + people, 0)
    }

    let recipients = 0
    let rendered: SecurityMail[] = []
    for (const batch of [...batchesOf(ids), []]) {
      const rows = batch.length > 0 ? await queries.listEmailsToSend(db, batch) : []
      // The database writes one batch while the next one is rendered.
      const [people, next] = await Promise.all([write(rendered), render(rows, settings)])
      recipients += people
      rendered = next
    }
    await finishSecurityBroadcasts(db, recipients)
    await queries.markSent(db, ids, now)
    call.audit({
      email_ids: formatIds(ids),
      emails: ids.length,
      recipients,
      ...(ids.length > MAX_COMPANIES_SHOWN ? {} : { companies: Object.fromEntries(companies) }),
    })
    call.changed('security', 'mails')
    return { email_ids: ids, sent_date: now.toISOString(), recipients }
  }

function batchesOf(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  )
}

async function render(rows: readonly EmailToSend[], settings: MailSettings): Promise<SecurityMail[]> {
  const mails: SecurityMail[] = []
  for (const row of rows) {
    mails.push({
      emailId: row.id,
      reference: `SEC-${row.secId}`,
      messageType: row.commType,
      content: renderEmail(row, settings),
    })
    if (mails.length % RENDERED_AT_ONCE === 0) await scheduler.yield()
  }
  return mails
}

function refuseMissing(ids: readonly number[], emails: readonly LockedEmail[]): void {
  const foundIds = new Set(emails.map(({ id }) => id))
  const missing = ids.filter((id) => !foundIds.has(id))
  if (missing.length > 0)
    throw new Conflict(`There is no email ${formatIds(missing)}; it may have been deleted. Nothing was sent`)
}

type Confirmed = ReadonlyMap<number, { version: number; recipients: number }> | undefined

function refuseSentOrChanged({ id, sentDate, version }: LockedEmail, confirmed: Confirmed): void {
  if (sentDate)
    throw new Conflict(
      `Email Already Sent: ${id} went out at ${sentDate.toISOString()}; nothing was sent now`,
    )
  if (confirmed && confirmed.get(id)?.version !== version)
    throw new Conflict(`Email ${id} is not as it was confirmed: look at it again; nothing was sent`)
}

type Reach = { emailId: number; companyId: number | undefined; people: number }

function refuseChangedReach({ emailId, companyId, people }: Reach, confirmed: Confirmed): void {
  if (people === 0)
    throw new Conflict(
      `No Recipient Count: company ${companyId} of email ${emailId} has no active security user; nothing was sent`,
    )
  const confirmation = confirmed?.get(emailId)
  if (confirmation && confirmation.recipients !== people)
    throw new Conflict(
      `Email ${emailId} reaches ${people} people and not ${confirmation.recipients}, as was confirmed; nothing was sent`,
    )
}
