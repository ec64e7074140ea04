import { z } from 'zod'
import { requires } from '../access.ts'
import {
  SECURITY_BODY_MAX_CHARACTERS,
  SECURITY_EMAILS_LARGEST_PAGE,
  SECURITY_RECIPIENTS_SHOWN,
  SECURITY_SEND_MAX_EMAILS,
  SECURITY_SUBJECT_MAX_CHARACTERS,
} from '../constants.ts'
import { progress } from '../deliveries/endpoints.ts'
import { AUDIT_EXAMPLE, endpoint, write } from '../endpoint.ts'
import { paging, rowId, rowIdText, yesNo } from '../wire.ts'
import { companyId, companyNumbers, versionField } from './schemas.ts'

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
  import_id: z
    .number()
    .int()
    .nullable()
    .describe('The import that it was promoted from, which may be deleted by now; null without one.'),
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
      import_id: rowIdText.optional().describe('Only the emails that were promoted from this import.'),
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

export const deleteUnsentEmails = endpoint({
  method: 'DELETE',
  path: '/sec/emails/delete_unsent/',
  summary:
    'Deletes emails that were not sent: those named, or all of an import, whose staged emails can then be promoted again',
  access: requires('view_emails'),
  audits: 'Delete Security Emails',
  body: write({
    ids: z.array(rowId).min(1, 'Choose an email').max(SECURITY_SEND_MAX_EMAILS).optional(),
    import_id: rowId.optional(),
  })
    .refine(
      ({ ids, import_id }) => (ids === undefined) !== (import_id === undefined),
      'name either ids or import_id',
    )
    .meta({
      examples: [{ import_id: 1, audit_log_data: AUDIT_EXAMPLE }],
      oneOf: [{ required: ['ids'] }, { required: ['import_id'] }],
    }),
  answer: z.object({
    deleted: z.number().int(),
    sent: z.number().int().describe('How many had been sent and stay.'),
    promotable: z.number().int().describe('How many staged emails can be promoted again.'),
  }),
})

/** The emails of one import under a comm. */
export const importOfEmails = z.object({
  import_id: z.number().int(),
  title: z.string().nullable().describe('Null when the import was deleted.'),
  emails: z.number().int(),
  unsent: z.number().int(),
})
export type ImportOfEmails = z.infer<typeof importOfEmails>

export const listImportsOfEmails = endpoint({
  method: 'GET',
  path: '/sec/emails/imports/',
  summary: 'The imports that emails of a comm were promoted from, the newest first, also deleted ones',
  access: requires('view_emails'),
  query: z.object({ sec_comm_id: rowIdText }),
  answer: z.object({ imports: z.array(importOfEmails).max(SECURITY_EMAILS_LARGEST_PAGE) }),
})

export const countSecurityRecipients = endpoint({
  method: 'GET',
  path: '/sec/user/impact/',
  summary:
    'How many active security users companies have, and their names; a company without any is left out',
  access: requires(
    'view_emails',
    'view_compose_email',
    'view_staging_emails',
    'view_mass_import',
    'view_manage_security_users',
  ),
  query: z.object({ company_ids: companyNumbers }),
  answer: z.object({
    impact: z.record(z.string(), z.number().int()),
    names: z
      .record(z.string(), z.string())
      .describe('The names of the companies; one that is not in the catalogue is left out.'),
  }),
})

export const listSecurityRecipients = endpoint({
  method: 'GET',
  path: '/sec/user/recipients/',
  summary: 'The addresses of the active security users of companies, who get their security mails',
  access: requires('view_emails'),
  query: z.object({ company_ids: companyNumbers }),
  answer: z.object({
    recipients: z.array(
      z.object({
        company_id: z.number().int(),
        total: z.number().int(),
        emails: z.array(z.string()).max(SECURITY_RECIPIENTS_SHOWN).describe('The first ones.'),
      }),
    ),
  }),
})
