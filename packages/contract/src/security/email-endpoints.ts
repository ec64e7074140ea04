import { z } from 'zod'
import {
  SECURITY_BODY_MAX_CHARACTERS,
  SECURITY_EMAILS_LARGEST_PAGE,
  SECURITY_SUBJECT_MAX_CHARACTERS,
} from '../constants.ts'
import { progress } from '../deliveries/endpoints.ts'
import { endpoint, requires, write } from '../endpoint.ts'
import { paging, rowId, rowIdText, severalNames, yesNo } from '../wire.ts'
import { companyId, companyNumber, versionField } from './schemas.ts'

const moment = z.iso.datetime()

/** A mail to the security users of one company; the company never changes. */
export const securityEmail = z.object({
  id: z.number().int(),
  sec_comm_id: z.number().int(),
  company_id: z.number().int(),
  subject: z.string(),
  body: z.string().describe('Sanitized HTML.'),
  sent_date: moment.nullable(),
  was_sent: yesNo,
  upload_source: z.string().describe('`MANUAL` when it was written in the composer.'),
  comm_content_id: z
    .number()
    .int()
    .describe("Names its content: each e-mail has one of its own, so it is the e-mail's id."),
  content: z
    .string()
    .nullable()
    .describe('The body once more, where contents were asked for; null in a list of e-mails.'),
  content_type: z.literal('text/html'),
  progress: progress
    .nullable()
    .describe(
      'How far its mails are, and the broadcast to try failed ones of again by; null before it was sent.',
    ),
  broadcast_id: z.number().int().nullable(),
  version: z.number().int(),
})
export type SecurityEmail = z.infer<typeof securityEmail>

/** One line, because line ends would start further headers. */
export const subject = z
  .string()
  .max(SECURITY_SUBJECT_MAX_CHARACTERS)
  .regex(/[^\p{Cc}\s]/u, 'Subject cannot be empty')
  .transform((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())

export const emailFields = {
  company_id: companyId,
  subject,
  body: z.string().trim().min(1, 'Email body cannot be empty').max(SECURITY_BODY_MAX_CHARACTERS),
}

export const listSecurityEmails = endpoint({
  method: 'GET',
  path: '/sec/emails/',
  summary: 'The emails of one comm, the newest first; or one by its content, with the content',
  access: requires('view_emails', 'view_compose_email'),
  query: z
    .object({
      ...paging(SECURITY_EMAILS_LARGEST_PAGE, SECURITY_EMAILS_LARGEST_PAGE),
      sec_comm_id: rowIdText.optional(),
      comm_content_id: rowIdText.optional(),
    })
    .refine(
      ({ sec_comm_id, comm_content_id }) => sec_comm_id !== undefined || comm_content_id !== undefined,
      'name sec_comm_id or comm_content_id',
    ),
  answer: z.object({
    emails: z.array(securityEmail),
    more_results: z.boolean(),
    total: z.number().int(),
  }),
})

export const createSecurityEmail = endpoint({
  method: 'POST',
  path: '/sec/emails/',
  summary: 'Writes an email to one company under a comm; it is not sent yet',
  access: requires('view_compose_email'),
  audits: 'Create Security Email',
  body: write({ ...emailFields, sec_comm_id: rowId, upload_source: z.literal('MANUAL').default('MANUAL') }),
  answer: z.object({ id: z.number().int(), email: securityEmail }),
})

export const updateSecurityEmail = endpoint({
  method: 'PUT',
  path: '/sec/emails/',
  summary: 'Changes subject and body of an email that was not sent; its company and comm stay',
  access: requires('view_compose_email'),
  audits: 'Edit Security Email',
  body: write({
    ...emailFields,
    id: rowId,
    sec_comm_id: rowId.optional(),
    upload_source: z.string().max(50).optional(),
    ...versionField,
  }),
  answer: z.object({ id: z.number().int(), email: securityEmail }),
})

export const deleteSecurityEmail = endpoint({
  method: 'DELETE',
  path: '/sec/emails/delete/',
  summary: 'Deletes an email that was not sent',
  access: requires('view_emails'),
  audits: 'Delete Security Email',
  body: write({ id: rowId }),
  answer: z.object({ id: z.number().int() }),
})

export const countSecurityRecipients = endpoint({
  method: 'GET',
  path: '/sec/user/impact/',
  summary: 'How many active security users companies have; a company without any is left out',
  access: requires('view_emails', 'view_compose_email', 'view_staging_emails'),
  query: z.object({
    company_ids: severalNames({
      maxLength: 12,
      maxNames: SECURITY_EMAILS_LARGEST_PAGE,
      name: '[1-9]\\d{0,8}',
    })
      .transform((ids) => ids.map(Number))
      .pipe(z.array(companyNumber)),
  }),
  answer: z.object({ impact: z.record(z.string(), z.number().int()) }),
})
