import { z } from 'zod'
import { requires, signedIn } from '../access.ts'
import { reachedChannels } from '../channels/reached.ts'
import { DELIVERIES_LARGEST_PAGE, MANAGEMENT_LARGEST_PAGE } from '../constants.ts'
import { audience } from '../deliveries/endpoints.ts'
import { peopleByLanguage, previewMail } from '../deliveries/mail-preview.ts'
import { endpoint, write, writeOfTokens } from '../endpoint.ts'
import { removedParts } from '../incidents/removed-part.ts'
import { paging, priorityType, rowIdText, sortDirection } from '../wire.ts'
import { MOST_WRITERS } from './rules.ts'
import {
  draft,
  managedIncident,
  managedMessage,
  managedSortColumn,
  messageChange,
  messageCreation,
  messageDeletion,
  messageUpdate,
} from './schemas.ts'

export const listPriorityIncidents = endpoint({
  method: 'GET',
  path: '/priority_incidents',
  summary: 'The incidents of one priority, for those who manage them',
  access: requires('view_incident_management_page'),
  query: z.object({
    priority_type: priorityType,
    sort_col: managedSortColumn.default('start_date'),
    sort_direction: sortDirection.default('DESC'),
    ...paging(MANAGEMENT_LARGEST_PAGE, MANAGEMENT_LARGEST_PAGE),
  }),
  answer: z.object({ incidents: z.array(managedIncident), more_results: z.boolean() }),
})

export const createMessage = endpoint({
  method: 'POST',
  path: '/create_message/',
  summary: 'Says something about an incident, and with broadcast Y mails it to the subscribers concerned',
  access: requires('create_p1_message', 'create_p2_message'),
  tokenScope: 'write:messages',
  audits: 'Create Message',
  body: writeOfTokens(messageCreation),
  answer: z.object({
    message: managedMessage,
    broadcast_id: z.number().int().nullable(),
    removed: removedParts,
  }),
})

export const updateMessage = endpoint({
  method: 'PUT',
  path: '/update_message_body/',
  summary:
    'Changes the type of a message and its body in one or several languages; relocalize Y renews the others',
  access: requires('edit_p1_message', 'edit_p2_message'),
  tokenScope: 'write:messages',
  audits: 'Update Message',
  body: writeOfTokens(messageUpdate),
  answer: z.object({ message: managedMessage, removed: removedParts }),
})

export const getMessageHistory = endpoint({
  method: 'GET',
  path: '/get_message_change_history/',
  summary: 'What a message said before each of its edits, newest first',
  access: signedIn,
  query: z.object({
    jira_id: z.string().trim().min(1).max(50),
    message_id: rowIdText,
    ...paging(MANAGEMENT_LARGEST_PAGE, 20),
  }),
  answer: z.object({ history: z.array(messageChange), more_results: z.boolean() }),
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/delete_message/',
  summary: 'Takes a message off its incident; what was mailed stays in the ledger',
  access: requires('delete_p1_message', 'delete_p2_message'),
  audits: 'Delete Message',
  body: write(messageDeletion),
  answer: z.object({ message_id: z.number().int() }),
})

const texts = z.record(z.string(), z.string())
const alertTypes = z.object({
  alert_types: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      translations: texts.optional().describe('Names by language; English is `name`.'),
    }),
  ),
})

export const listAlertTypes = endpoint({
  method: 'GET',
  path: '/v4/get_p2_alert_types',
  summary: 'The alert types of each priority; internal ones only for those who may see or use them',
  access: signedIn,
  tokenScope: 'write:messages',
  answer: z.object({ payload: z.object({ P1: alertTypes, P2: alertTypes }) }),
})
export type AlertTypes = z.infer<(typeof listAlertTypes)['answer']>['payload']

export const listEmailComponents = endpoint({
  method: 'GET',
  path: '/get_email_components',
  summary: 'The fields that the mail of each message type asks for; the names are in the same order',
  access: signedIn,
  tokenScope: 'write:messages',
  answer: z.object({
    services: z.array(
      z.object({
        priority_type: priorityType,
        message_type: z.string(),
        display_names: z.array(z.string()),
        system_names: z.array(z.string()),
        translations: z
          .array(texts)
          .optional()
          .describe('Names of the fields by language, in the same order; English is in `display_names`.'),
      }),
    ),
  }),
})
export type EmailComponents = z.infer<(typeof listEmailComponents)['answer']>['services'][number]

export const previewMessage = endpoint({
  method: 'POST',
  path: '/preview_message/',
  summary: 'What a broadcast would send, to how many, in which language; nothing is stored',
  access: requires('create_p1_message', 'create_p2_message'),
  tokenScope: 'write:messages',
  body: draft.extend({
    translate: z
      .boolean()
      .default(true)
      .describe('Whether languages without a text are translated, which takes seconds.'),
  }),
  answer: z.object({
    audience,
    total: z.number().int(),
    recipients: z.array(peopleByLanguage),
    channels: reachedChannels,
    mails: z.array(previewMail),
    fallback_locales: z.array(z.string()).describe('Languages whose readers get the English text.'),
    translations: z
      .record(z.string(), z.string())
      .describe(
        'The bodies in the languages that the draft has none in; posted with it, they are what is stored and sent.',
      ),
    removed: removedParts,
  }),
})
export type MessagePreview = z.infer<(typeof previewMessage)['answer']>

export const suggestMessage = endpoint({
  method: 'GET',
  path: '/suggest_message/',
  summary:
    'What the next message on an incident can begin with, taken from those so far; nothing of internal ones, unless the incident is',
  access: requires('create_p1_message', 'create_p2_message'),
  query: z.object({ jira_id: z.string().trim().min(1).max(50) }),
  answer: z.object({
    last_message: managedMessage.nullable().describe('The newest message.'),
    message_type: z
      .string()
      .nullable()
      .describe(
        'The type of a message that follows others; null for the first one, and after Service Restored.',
      ),
    email_fields: texts.describe(
      'Texts of the e-mail fields by system name, from the newest message with any; never that of the next update.',
    ),
    next_update_due: z.iso
      .datetime()
      .nullable()
      .describe(
        'The time that the newest message promises, if it is far enough ahead; otherwise as long from now as it was then, on the next five minutes. Null without a promise.',
      ),
    languages: z
      .array(z.string())
      .describe('The languages other than English that somebody wrote the newest message in.'),
  }),
})
export type MessageSuggestion = z.infer<(typeof suggestMessage)['answer']>

export const announceWriting = endpoint({
  method: 'POST',
  path: '/writing_message/',
  summary:
    'Says that one writes a message on an incident, every ten seconds, or that one has ended; answers who else writes one',
  access: requires('create_p1_message', 'create_p2_message'),
  needsToken: true,
  body: z.object({
    jira_id: z.string().trim().min(1).max(50),
    form_id: z.uuid().describe('The form in which one writes; one may have several open.'),
    is_writing: z.boolean(),
  }),
  answer: z.object({
    writers: z.array(z.object({ email: z.string(), since: z.iso.datetime() })).max(MOST_WRITERS),
  }),
})

export const notReachedReason = z.enum([
  'paused',
  'category',
  'domain',
  'alert_type',
  'services',
  'data_centers',
])

/** Incident and type of a message, written already or only planned. */
const concerned = {
  jira_id: z.string().trim().min(1).max(50),
  message_type: z.string().trim().min(1).max(100),
}

export const listNotReached = endpoint({
  method: 'GET',
  path: '/not_reached/',
  summary: 'The subscribers whom a message of this type would not reach, and why, by address',
  access: requires('create_p1_message', 'create_p2_message'),
  query: z.object({
    ...concerned,
    search: z.string().trim().max(320).default(''),
    ...paging(DELIVERIES_LARGEST_PAGE, 50),
  }),
  answer: z.object({
    people: z.array(z.object({ email: z.string(), locale: z.string(), reason: notReachedReason })),
    more_results: z.boolean(),
  }),
})

export const listReached = endpoint({
  method: 'GET',
  path: '/reached/',
  summary: 'The subscribers whom a message of this type would be mailed to now, by address',
  access: requires('create_p1_message', 'create_p2_message'),
  query: z.object({
    ...concerned,
    search: z
      .string()
      .trim()
      .max(320)
      .default('')
      .describe('The beginning of an address, or a part of a company name.'),
    ...paging(DELIVERIES_LARGEST_PAGE, 50),
  }),
  answer: z.object({
    people: z.array(
      z.object({
        email: z.string(),
        locale: z.string().describe('The language of the person. They get English if no mail is in it.'),
        company: z.string().nullable().describe('Name of the company that the address belongs to.'),
      }),
    ),
    more_results: z.boolean(),
  }),
})

export const listReachedCompanies = endpoint({
  method: 'GET',
  path: '/reached_companies/',
  summary: 'The companies whose people a message of this type would be mailed to now, by name',
  access: requires('create_p1_message', 'create_p2_message'),
  query: z.object({
    ...concerned,
    search: z.string().trim().max(320).default('').describe('A part of a company name.'),
    ...paging(DELIVERIES_LARGEST_PAGE, 50),
  }),
  answer: z.object({
    companies: z.array(
      z.object({ company_id: z.number().int(), name: z.string(), people: z.number().int() }),
    ),
    total_companies: z.number().int().describe('Companies reached, whatever is searched for.'),
    all_companies: z.number().int().describe('Companies in the catalogue.'),
    without_company: z.number().int().describe('People reached whose address belongs to no known company.'),
    more_results: z.boolean(),
  }),
})
