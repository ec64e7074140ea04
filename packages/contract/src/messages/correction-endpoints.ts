import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { reachedChannels } from '../channels/reached.ts'
import { PREVIEW_HOLDS_MINUTES } from '../constants.ts'
import { audience } from '../deliveries/endpoints.ts'
import { peopleByLanguage, previewMail } from '../deliveries/mail-preview.ts'
import { endpoint, writeOfTokens } from '../endpoint.ts'
import { removedParts } from '../incidents/removed-part.ts'
import { rowIdText } from '../wire.ts'
import { managedMessage, messageCorrection } from './schemas.ts'

// A correction is a call of its own: the update call never mails (spec 1 §2.9).

export const getMailedMessage = endpoint({
  method: 'GET',
  path: '/get_mailed_message/',
  summary: 'How many people were mailed a message, when, and how many mails of it still wait',
  access: signedIn,
  query: z.object({ jira_id: z.string().trim().min(1).max(50), message_id: rowIdText }),
  answer: z.object({
    people: z.number().int().describe('Who has the text, in its original or a corrected version.'),
    waiting: z.number().int().describe('Whose mail has not been sent yet.'),
    audience: audience.nullable().describe('Null if the message was not mailed.'),
    mailed_date: z.iso.datetime().nullable().describe('Of the latest broadcast.'),
  }),
})
export type MailedMessage = z.infer<(typeof getMailedMessage)['answer']>

export const previewCorrection = endpoint({
  method: 'POST',
  path: '/preview_correction/',
  summary: 'What a correction would send, to how many, in which language; nothing is stored',
  access: requires('create_p1_message', 'create_p2_message'),
  tokenScope: 'write:messages',
  body: z.object(messageCorrection),
  answer: z.object({
    audience,
    total: z.number().int(),
    recipients: z.array(peopleByLanguage),
    unaffected: z
      .array(peopleByLanguage)
      .describe('Readers of the message whose text stays the same; they are not mailed.'),
    waiting: z
      .number()
      .int()
      .describe('Recipients whose earlier mail waits; it is stopped, and they get only the correction.'),
    channels: reachedChannels.describe('Channels that were told of the message, whatever they chose since.'),
    mails: z.array(previewMail),
    fallback_locales: z.array(z.string()).describe('Languages whose readers get the English text.'),
    translations: z
      .record(z.string(), z.string())
      .describe(
        'The bodies that nobody typed; sent with the correction, they are what is stored and mailed.',
      ),
    removed: removedParts,
  }),
})
export type CorrectionPreview = z.infer<(typeof previewCorrection)['answer']>

export const correctMessage = endpoint({
  method: 'POST',
  path: '/correct_message/',
  summary: 'Changes a mailed message and mails a correction to those who were mailed the text before',
  access: requires('create_p1_message', 'create_p2_message'),
  tokenScope: 'write:messages',
  audits: 'Correct Message',
  body: writeOfTokens({
    ...messageCorrection,
    translations: z
      .record(z.string().max(35), z.string())
      .optional()
      .describe('The translated bodies that the person confirmed; if omitted, the server translates.'),
    recipients: z
      .number()
      .int()
      .min(1)
      .describe(
        `The \`total\` of the preview; another number by now refuses the correction. A token corrects what people outside have only with the scope \`broadcast:external\` and a preview of these fields that it made itself in the last ${PREVIEW_HOLDS_MINUTES} minutes; each preview counts once.`,
      ),
    channels: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('The `total` of channels that the person confirmed; compared like `recipients`, if sent.'),
  }),
  answer: z.object({ message: managedMessage, broadcast_id: z.number().int(), removed: removedParts }),
})
