import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { removedParts } from '../incidents/removed-part.ts'
import { NOTIFICATION_TYPES } from '../notifications/rules.ts'
import { onlyWith } from '../only-with.ts'
import { oneLine, rowId, rowIdText } from '../wire.ts'

export const template = z.object({
  pkey: z.number().int(),
  title: z.string(),
  body: z.string(),
  message_type: z.string().nullable(),
  affected_service: z.string().nullable(),
  notification_type: z.string().nullable(),
  template_type: z.enum(['message', 'notification']),
  created_by: onlyWith('read:people', z.string()),
  created_date: z.iso.datetime(),
  updated_by: onlyWith(
    'read:people',
    z.string().nullable().describe('Whose edit was the last one; null when it was never edited.'),
  ),
  version: z.number().int().describe('Counts its edits.'),
})
export type Template = z.infer<typeof template>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/templates',
  summary: 'The reusable texts for messages and notifications, by title',
  access: signedIn,
  tokenScope: 'write:messages',
  answer: z.object({ templates: z.array(template) }),
})

const LONGEST_TITLE = 200
const LONGEST_BODY = 100_000

const text = (missing: string, longest: number) => z.string(missing).trim().min(1, missing).max(longest)

const fields = {
  template_type: z.enum(['message', 'notification']),
  title: oneLine().min(1, 'Title is a required field').max(LONGEST_TITLE),
  body: text('Body is a required field', LONGEST_BODY),
  message_type: z.string().trim().max(100).nullish().describe('Of a template for messages, which needs it.'),
  affected_service: z.string().trim().max(100).nullish(),
  notification_type: z.enum(NOTIFICATION_TYPES).nullish().describe('Of a template for notifications.'),
}

export const createTemplate = endpoint({
  method: 'POST',
  path: '/templates',
  summary: 'Keeps a text for use again',
  access: requires('create_template'),
  audits: 'Create Template',
  body: write(fields),
  answer: z.object({ template, removed: removedParts }),
})

export const updateTemplate = endpoint({
  method: 'PUT',
  path: '/templates',
  summary: 'Changes a template; what it was before is kept in its history',
  access: requires('edit_template'),
  audits: 'Update Template',
  body: write({
    ...fields,
    pkey: rowId,
    title: oneLine().min(1, 'Value Missing').max(LONGEST_TITLE),
    body: text('Value Missing', LONGEST_BODY),
    version: z
      .number()
      .int()
      .optional()
      .describe('The version that was edited; a template that has been changed since refuses the edit.'),
  }),
  answer: z.object({ template, removed: removedParts }),
})

export const deleteTemplate = endpoint({
  method: 'PUT',
  path: '/delete_templates',
  summary: 'Deletes a template; what was written with it stays',
  access: requires('delete_template'),
  audits: 'Delete Template',
  body: write({ pkey: rowId }),
  answer: z.object({ pkey: z.number().int() }),
})

/** A template before one edit, and who made that edit (spec 2 §3). */
export const templateChange = z.object({
  pkey: z.number().int(),
  template_id: z.number().int(),
  changed_by: z.string(),
  prev_title: z.string(),
  prev_body: z.string(),
  prev_message_type: z.string().nullable(),
  prev_affected_service: z.string().nullable(),
  prev_notification_type: z.string().nullable(),
  updated_by: z.string(),
  updated_date: z.iso.datetime(),
})
export type TemplateChange = z.infer<typeof templateChange>

export const getTemplateHistory = endpoint({
  method: 'GET',
  path: '/get_template_change_history/',
  summary: 'What a template was before each of its edits, newest first',
  access: signedIn,
  query: z.object({ template_id: rowIdText }),
  answer: z.object({ history: z.array(templateChange) }),
})
