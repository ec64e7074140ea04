import { z } from 'zod'
import { requires } from '../access.ts'
import { SECURITY_EMAILS_LARGEST_PAGE, SECURITY_SEND_MAX_EMAILS } from '../constants.ts'
import { AUDIT_EXAMPLE, endpoint, write } from '../endpoint.ts'
import { paging, rowId, rowIdText, yesNo } from '../wire.ts'
import { emailFields } from './email-endpoints.ts'
import { stagedReach, versionField } from './schemas.ts'

/**
 * An email made from a row of a mail-merge file. Promoting it copies it to the emails of its comm; an edit
 * cannot change its company.
 */
export const stagedEmail = z.object({
  pkey: z.number().int(),
  import_id: z.number().int(),
  sec_comm_id: z.number().int(),
  company_id: z.number().int(),
  subject: z.string(),
  body: z.string().describe('Sanitized HTML.'),
  was_promoted: yesNo,
  email_id: z.number().int().nullable().describe('The email that it became.'),
  line: z
    .number()
    .int()
    .nullable()
    .describe('The line of the file that it comes from; null when it was added by hand.'),
  version: z.number().int(),
})
export type StagedEmail = z.infer<typeof stagedEmail>

export const listStagedEmails = endpoint({
  method: 'GET',
  path: '/sec/staging/',
  summary: 'The staged emails of an import, in the order of its rows',
  access: requires('view_staging_emails'),
  query: z.object({
    import_id: rowIdText,
    company_id: rowIdText.optional(),
    ...paging(SECURITY_EMAILS_LARGEST_PAGE, 100),
  }),
  answer: z.object({
    staging_emails: z.array(stagedEmail),
    more_results: z.boolean(),
    total: z.number().int(),
  }),
})

export const readStagedSource = endpoint({
  method: 'GET',
  path: '/sec/staging/source/',
  summary: 'The row of the file that a staged email comes from, cell by cell',
  access: requires('view_staging_emails'),
  query: z.object({ staging_id: rowIdText }),
  answer: z.object({
    line: z.number().int(),
    cells: z.array(z.object({ column: z.string(), value: z.string() })),
  }),
})

export const getStagedReach = endpoint({
  method: 'GET',
  path: '/sec/staging/reach/',
  summary:
    'How many staged emails of an import wait for promotion, how many would reach somebody, and how many go to an unknown company',
  access: requires('view_staging_emails'),
  query: z.object({ import_id: rowIdText }),
  answer: stagedReach,
})

export const createStagedEmail = endpoint({
  method: 'POST',
  path: '/sec/staging/',
  summary: 'Adds a staged email to an import by hand',
  access: requires('view_staging_emails'),
  audits: 'Create Staging Email',
  body: write({ ...emailFields, import_id: rowId }),
  answer: z.object({ staging_id: z.number().int(), staging_email: stagedEmail }),
})

export const updateStagedEmail = endpoint({
  method: 'PUT',
  path: '/sec/staging/',
  summary: 'Changes subject and body of a staged email that was not promoted; its company stays',
  access: requires('view_staging_emails'),
  audits: 'Edit Staging Email',
  body: write({ ...emailFields, staging_id: rowId, ...versionField }),
  answer: z.object({ staging_id: z.number().int(), staging_email: stagedEmail }),
})

export const promoteStagedEmails = endpoint({
  method: 'PUT',
  path: '/sec/staging/promote/',
  summary:
    'Makes emails of staged ones, once each however often it is asked: of those named, or of a whole import',
  access: requires('view_staging_emails'),
  audits: 'Promote Staging Emails',
  body: write({
    ids: z.array(rowId).min(1).max(SECURITY_SEND_MAX_EMAILS).optional(),
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
    promoted: z.number().int().describe('How many were promoted now; the others had been before.'),
    staging_emails: z.array(z.object({ pkey: z.number().int(), email_id: z.number().int() })),
  }),
})

export const deleteStagedEmail = endpoint({
  method: 'DELETE',
  path: '/sec/staging/delete/',
  summary: 'Deletes a staged email; the email that it was promoted to stays',
  access: requires('view_staging_emails'),
  audits: 'Delete Staging Emails',
  body: write({ staging_id: rowId }),
  answer: z.object({ staging_id: z.number().int() }),
})
