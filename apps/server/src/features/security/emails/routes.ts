import * as emails from '@aviary/contract/security/email-endpoints'
import * as sending from '@aviary/contract/security/send-endpoints'
import { type Route, serve } from '../../../http/call.ts'
import { readPage } from '../../../http/paging.ts'
import { getProgressOfComm, type MailSettings } from '../../../mail/public.ts'
import { presentEmail } from '../present.ts'
import { seesSecurityMails } from './permission.ts'
import { getProgressByEmail } from './progress.ts'
import * as queries from './queries.ts'
import { sendEmails } from './send-emails.ts'
import { listSendable } from './sendable/queries.ts'
import { deleteUnsent } from './unsent/delete-unsent.ts'
import { listImportsOfEmails } from './unsent/queries.ts'
import { createEmail, deleteEmail, updateEmail } from './write-email.ts'

/** Size limit in bytes, enough for 50,000 ids and 50,000 confirmations. */
const LARGEST = { largestBody: 8 * 1024 * 1024 }

export const emailRoutes = (settings: MailSettings): Route[] => [
  serve(emails.listSecurityEmails, async ({ db, query, may }) => {
    const filters = { secCommId: query.sec_comm_id, id: query.comm_content_id, importId: query.import_id }
    const [total, { rows, more_results }] = await Promise.all([
      queries.countEmails(db, filters),
      readPage(query, (page) => queries.listEmails(db, filters, page)),
    ])
    const hasContent = query.comm_content_id !== undefined
    // Users of the composer may list emails too, but not see the delivery of the mails.
    const progress = await getProgressByEmail(db, seesSecurityMails({ may }) ? rows : [])
    return {
      emails: rows.map((row) => ({
        ...presentEmail(row, progress.get(row.id)),
        content: hasContent ? row.body : null,
      })),
      more_results,
      total,
    }
  }),
  serve(emails.createSecurityEmail, createEmail),
  serve(emails.updateSecurityEmail, updateEmail),
  serve(emails.deleteSecurityEmail, deleteEmail),
  serve(emails.deleteUnsentEmails, deleteUnsent, LARGEST),
  serve(emails.listImportsOfEmails, async ({ db, query }) => ({
    imports: await listImportsOfEmails(db, query.sec_comm_id),
  })),
  serve(sending.listSendableEmails, ({ db, query }) =>
    listSendable(db, { secCommId: query.sec_comm_id, importId: query.import_id, ids: query.email_ids }),
  ),
  serve(sending.sendSecurityEmails, sendEmails(settings), LARGEST),
  serve(sending.getSendingProgress, async ({ db, query }) => {
    const { emails: sent, progress } = await getProgressOfComm(db, query.sec_comm_id)
    return { emails: await queries.countCommEmails(db, query.sec_comm_id), sent_emails: sent, progress }
  }),
]
