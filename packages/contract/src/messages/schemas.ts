import { z } from 'zod'
import { NEXT_UPDATE_MAX_DAYS, PREVIEW_HOLDS_MINUTES } from '../constants.ts'
import { incidentMessage } from '../incidents/schemas.ts'
import { onlyWith } from '../only-with.ts'
import { severity } from '../status/schemas.ts'
import { instant, priorityType, rowId, yesNo } from '../wire.ts'
import { byLanguage } from './body.ts'

const jiraId = z.string().trim().min(1).max(50)
const messageType = z.string().trim().min(1).max(100)
export const LONGEST_BODY = 100_000
const body = z.string().max(LONGEST_BODY).regex(/\S/, 'Issue with Message Body')
/** Texts by language, each limited like a body. */
const texts = z.record(z.string().min(2).max(35), z.string().max(LONGEST_BODY))
const particular = z.string().max(10_000).optional()
const nextUpdateDue = instant
  .nullish()
  .describe(
    `When the next message is due: later than now, within ${NEXT_UPDATE_MAX_DAYS} days. Shown with the incident until that message.`,
  )

/** An incident in the management list (spec 1 §3); `end_date` null means ongoing. */
export const managedIncident = z.object({
  jira_id: z.string(),
  priority_type: priorityType,
  is_internal: yesNo,
  severity,
  status: z.string(),
  affected_services: z.array(z.string()),
  data_centers: z.array(z.string()),
  start_date: z.iso.datetime(),
  end_date: z.iso.datetime().nullable(),
})
export type ManagedIncident = z.infer<typeof managedIncident>

/** A message before one edit, and who made that edit. */
export const messageChange = z.object({
  message_id: z.number().int(),
  changed_by: z.string(),
  changed_date: z.iso.datetime(),
  prev_title: z.string(),
  prev_message_type: z.string(),
  prev_body: z.record(z.string(), z.string()).describe('The texts by language before the edit.'),
  prev_next_update_due: z.iso.datetime().nullable(),
  prev_version: z.number().int(),
})
export type MessageChange = z.infer<typeof messageChange>

const SORT_COLUMNS = [
  'start_date',
  'end_date',
  'jira_id',
  'severity',
  'is_internal',
  'status',
  'affected_services',
  'data_centers',
] as const
/** Sort columns of the management list. */
export const managedSortColumn = z.enum(SORT_COLUMNS, {
  error: ({ input }) => `there is no column ${input}: sort by ${SORT_COLUMNS.join(', ')}`,
})
export type ManagedSortColumn = z.infer<typeof managedSortColumn>

/** A message with the fields that only editors see. `version` counts its edits. */
export const managedMessage = incidentMessage.extend({
  id: z.number().int(),
  jira_id: z.string(),
  created_by: onlyWith('read:people', z.string()),
  updated_date: z.iso.datetime().nullable(),
  updated_by: onlyWith('read:people', z.string().nullable()),
  next_update_due: z.iso.datetime().nullable().describe('When this message promises the next one.'),
  version: z.number().int(),
})
export type ManagedMessage = z.infer<typeof managedMessage>

/** Form fields of a message on an incident (spec 1 §3, "Create message payload"). */
export const messageDraft = {
  jira_id: jiraId,
  message_type: messageType,
  body: z
    .union([body, texts])
    .transform(byLanguage)
    .describe(
      'The English text, or texts by language with English among them; an empty one of another language says none.',
    ),
  broadcast: yesNo,
  impact: particular,
  root_cause: particular,
  corrective_measures: particular,
  solution: particular,
  email_fields: z.record(z.string().max(100), z.string().max(10_000)).optional(),
  priority_type: priorityType,
  is_test: z.literal('N').default('N'),
  selected_template: rowId.nullish(),
  comm_src: z.string().max(100).optional(),
  email_template_data: z
    .record(z.string().max(100), z.string().max(10_000))
    .optional()
    .describe(
      'With broadcast Y: the e-mail fields of the message type by their system names, none empty. `next_update` may be: with `next_update_due` it is made from that time, in the language of each mail.',
    ),
  next_update_due: nextUpdateDue,
}
export const draft = z.object(messageDraft)

export const messageCreation = {
  ...messageDraft,
  recipients: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      `The \`total\` of the preview; another number by now refuses the message with 409. A token needs it, and the scope \`broadcast:external\`, for people outside: from a preview of these fields that it made itself in the last ${PREVIEW_HOLDS_MINUTES} minutes; each preview counts once.`,
    ),
  /**
   * With broadcast Y: the translated bodies that the person confirmed, for languages that `body` lacks. If
   * omitted, the server translates.
   */
  translations: z.record(z.string().max(35), body).optional(),
  after_message: z
    .number()
    .int()
    .nullish()
    .describe(
      'The newest message on the incident that the author has seen, null for none. With a newer one on it, the message is refused with 409. If omitted, it is not.',
    ),
}
export type MessageDraft = z.output<typeof draft>

export const messageUpdate = {
  message_id: rowId,
  jira_id: jiraId,
  priority_type: priorityType,
  message_type: messageType,
  body: z
    .union([body, texts])
    .describe(
      'The text in `language`, or texts by language; an empty one of another language than English takes it away.',
    ),
  language: z.string().trim().min(2).max(35),
  is_test: z.literal('N').default('N'),
  relocalize: yesNo.default('N'),
  broadcast: z.literal('N').default('N'),
  next_update_due: nextUpdateDue.describe('Another time, or null for none; if omitted it stays as it is.'),
  version: z
    .number()
    .int()
    .optional()
    .describe('The version that was edited; a message that has been changed since refuses the edit.'),
}

const { broadcast: _, ...edit } = messageUpdate

/** Fields of an edit, with or without a correction by mail. */
export const messageEdit = z.object(edit)
export type MessageEdit = z.output<typeof messageEdit>

export const messageCorrection = {
  ...edit,
  version: z.number().int().describe('The version that is corrected; a message changed since refuses it.'),
}

export const messageDeletion = {
  message_id: rowId,
  priority_type: priorityType,
  jira_id: jiraId,
}
