import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import {
  listAlertTypes,
  listEmailComponents,
  previewMessage,
  suggestMessage,
} from '@aviary/contract/messages/endpoints'
import { audienceOf, NEXT_UPDATE_FIELD, UPDATE_TYPES } from '@aviary/contract/messages/rules'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { escapeMarkup, toTime } from '../../../channels/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { incidentLink } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { toNamed, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'
import { fillFields, takeFields, takeType } from '../message-text.ts'
import { describeRecipients, people, quoteBody } from '../preview.ts'

const USAGE = 'Write the text behind it: /aviary send OPI-1801 Update: We found the cause'

/** `post` (on the incident only) and `send` (mailed, too): shows the message with its audience, and a button. */
export async function writeMessage(chat: Chat, text: string, broadcast: 'Y' | 'N'): Promise<SlackMessage> {
  const { ask, now } = chat
  const { jiraId, rest } = await findIncident(chat, toNamed(toTyped(text)))
  const { payload: incident } = await ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
  const suggested = await ask(suggestMessage, { query: { jira_id: jiraId } })
  const types = (await ask(listAlertTypes)).payload[incident.priorityType].alert_types
  const named = takeType(rest, types)
  const type = named.type ?? suggested.message_type
  if (type === null)
    throw new InvalidInput(
      `Which message type? Begin with one and a colon: ${types.map(({ name }) => name).join(', ')}`,
    )
  const components = (await ask(listEmailComponents)).services.find(
    ({ priority_type, message_type }) => priority_type === incident.priorityType && message_type === type,
  )
  const fields = (components?.system_names ?? []).map((name, index) => ({
    ...{ name, label: components?.display_names[index] ?? name },
  }))
  const written = takeFields(named.rest, fields)
  if (written.text === '') throw new InvalidInput(USAGE)
  const filled = fillFields({ ...written, fields, suggested: suggested.email_fields, now })
  // As the page does: only a message that goes on with a conversation goes on with its promise.
  const goesOn = UPDATE_TYPES.some((name) => name === type)
  const due = filled.due === undefined && goesOn ? suggested.next_update_due : filled.due
  const needsDue = fields.some(({ name }) => name === NEXT_UPDATE_FIELD) && filled.due !== null && !due
  const missing = [...filled.missing.map(({ label }) => label), ...(needsDue ? ['Next Update'] : [])]
  if (broadcast === 'Y' && missing.length > 0)
    throw new InvalidInput(
      `The mail needs ${missing.map((label) => `a line '${label}: …'`).join(' and ')} below the text`,
    )
  // With a promise the field is made from its time, in the language of each mail.
  const data = { ...filled.texts, ...(due ? { [NEXT_UPDATE_FIELD]: '' } : {}) }
  const body: MessageBody = {
    ...{ jira_id: jiraId, priority_type: incident.priorityType, message_type: type, broadcast },
    body: { [FALLBACK_LOCALE]: bodyFromText(written.text) },
    ...(Object.keys(filled.texts).length > 0 && { email_fields: filled.texts }),
    ...(broadcast === 'Y' && { email_template_data: data }),
    ...(due && { next_update_due: due }),
    after_message: suggested.last_message?.id ?? null,
  }
  if (broadcast === 'Y') return showBroadcast(chat, body)
  const audience = audienceOf(incident.isInternal === 'Y', type)
  const lines = [
    `${head(chat, body)}: *${audience}*, shown with the incident, mailed to nobody`,
    ...describeContent(body),
  ]
  return showDraft(chat, { call: 'createMessage', body, markup: lines.join('\n'), button: 'Post' })
}

export type MessageBody = {
  jira_id: string
  priority_type: 'P1' | 'P2'
  message_type: string
  broadcast: 'Y' | 'N'
  body: Record<string, string>
  email_fields?: Record<string, string>
  email_template_data?: Record<string, string>
  next_update_due?: string
  after_message: number | null
  recipients?: number
  translations?: Record<string, string>
}

const head = ({ site }: Chat, { message_type, jira_id }: MessageBody): string =>
  `*${escapeMarkup(message_type)}* on ${incidentLink(site, jira_id)}`

/** The text, then every field and the promise, which stand there even if the text is cut. */
function describeContent({ body, email_fields = {}, next_update_due: due }: MessageBody): string[] {
  return [
    quoteBody(body[FALLBACK_LOCALE] ?? ''),
    ...Object.entries(email_fields).map(
      ([name, text]) => `${escapeMarkup(name.replaceAll('_', ' '))}: ${escapeMarkup(text)}`,
    ),
    due ? `Next update promised for ${toTime(due)}` : 'No next update promised',
  ]
}

/** Shows a message that would be mailed, also once more when a number has changed since. */
export async function showBroadcast(chat: Chat, body: MessageBody, why?: string): Promise<SlackMessage> {
  const { recipients: _, translations: __, after_message: ___, ...draft } = body
  const preview = await chat.ask(previewMessage, { body: draft })
  const lines = [
    ...(why === undefined ? [] : [`:warning: ${escapeMarkup(why)}`]),
    head(chat, body),
    ...describeRecipients(preview),
    ...describeContent(body),
  ]
  return showDraft(chat, {
    call: 'createMessage',
    body: { ...body, recipients: preview.total, translations: preview.translations },
    markup: lines.join('\n'),
    button: `Send to ${people(preview.total)}`,
  })
}
