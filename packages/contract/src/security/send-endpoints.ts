import { z } from 'zod'
import { requires } from '../access.ts'
import { SECURITY_SEND_MAX_EMAILS } from '../constants.ts'
import { progress } from '../deliveries/endpoints.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId, rowIdText } from '../wire.ts'
import { emailIds } from './schemas.ts'

/** An unsent email, as the confirmation shows it. */
export const sendableEmail = z.object({
  id: z.number().int(),
  company_id: z.number().int(),
  subject: z.string(),
  version: z.number().int(),
  recipients: z.number().int().describe('Active security users of its company.'),
  others_of_company: z
    .number()
    .int()
    .describe(
      'How many other emails of the same comm are for the same company: more than none is worth a second look.',
    ),
})
export type SendableEmail = z.infer<typeof sendableEmail>

export const listSendableEmails = endpoint({
  method: 'GET',
  path: '/sec/emails/sendable/',
  summary:
    'The emails of a comm that were not sent, in the order of their ids, and how many people each reaches',
  access: requires('view_emails'),
  query: z.object({
    sec_comm_id: rowIdText,
    import_id: rowIdText.optional().describe('Only the emails that were promoted from this import.'),
    email_ids: emailIds.describe('Only these emails; without them, all of the comm.'),
  }),
  answer: z.object({
    emails: z
      .array(sendableEmail)
      .describe('As many as one call can send, and the first thousand of those that reach nobody.'),
    reachable: z.number().int().describe('How many emails reach somebody.'),
    unreachable: z.number().int().describe('How many emails reach nobody.'),
  }),
})

export const sendSecurityEmails = endpoint({
  method: 'POST',
  path: '/sec/send_emails/',
  summary:
    'Sends emails, each to the active security users of its own company; all of them or none, and none twice',
  access: requires('view_emails'),
  audits: 'Security Incident Send Emails',
  body: write({
    email_ids: z
      .array(rowId)
      .min(1, 'Choose an email')
      .max(SECURITY_SEND_MAX_EMAILS)
      .transform((ids) => [...new Set(ids)]),
    /**
     * Emails as the person saw them in the confirmation. The call is refused if one has changed since, or has
     * another number of recipients.
     */
    confirmed: z
      .array(z.object({ id: rowId, version: z.number().int(), recipients: z.number().int() }))
      .max(SECURITY_SEND_MAX_EMAILS)
      .optional(),
  }),
  answer: z.object({
    email_ids: z.array(z.number().int()),
    sent_date: z.iso.datetime(),
    recipients: z.number().int().describe('How many mails are on their way.'),
  }),
})

export const getSendingProgress = endpoint({
  method: 'GET',
  path: '/sec/emails/progress/',
  summary: 'How far the mails of all emails of a comm are',
  access: requires('view_emails'),
  query: z.object({ sec_comm_id: rowIdText }),
  answer: z.object({
    emails: z.number().int().describe('How many emails there are.'),
    sent_emails: z.number().int(),
    progress,
  }),
})
