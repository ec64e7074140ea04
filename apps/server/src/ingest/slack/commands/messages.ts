import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import {
  listAlertTypes,
  listEmailComponents,
  previewMessage,
  suggestMessage,
} from '@aviary/contract/messages/endpoints'
import { audienceOf, NEXT_UPDATE_FIELD, UPDATE_TYPES } from '@aviary/contract/messages/rules'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import type { PriorityType } from '@aviary/contract/rules'
import { escapeMarkup, toTime } from '../../../channels/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { toNamed, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'
import { type Field, fillFields, takeFields, takeType } from '../message-text.ts'
import { describeRecipients, people, quoteBody } from '../preview.ts'

const USAGE = 'Write the text behind it: /aviary send OPI-1801 Update: We found the cause'

type Written = { type: string; fields: readonly Field[]; text: string; filled: ReturnType<typeof fillFields> }
type Suggestion = AnswerOf<typeof suggestMessage>

/** Reads type, text and fields of a message; what is left out is what the message before had. */
async function readMessage(
  chat: Chat,
  text: string,
  { priority, suggested }: { priority: PriorityType; suggested: Suggestion },
): Promise<Written> {
  const types = (await chat.ask(listAlertTypes)).payload[priority].alert_types
  const { type = suggested.message_type, rest } = takeType(text, types)
  if (type === null)
    throw new InvalidInput(
      `Which message type? Begin with one and a colon: ${types.map(({ name }) => name).join(', ')}`,
    )
  const components = (await chat.ask(listEmailComponents)).services.find(
    ({ priority_type, message_type }) => priority_type === priority && message_type === type,
  )
  const fields = (components?.system_names ?? []).map((name, index) => ({
    ...{ name, label: components?.display_names[index] ?? name },
  }))
  const { values, text: written } = takeFields(rest, fields)
  if (written === '') throw new InvalidInput(USAGE)
  const filled = fillFields({ values, fields, suggested: suggested.email_fields, now: chat.now })
  return { type, fields, text: written, filled }
}

/** The promise of the next message: as typed; else, as on the page, an update goes on with the one before. */
const findDue = ({ type, filled }: Written, suggested: Suggestion): string | null => {
  const goesOn = UPDATE_TYPES.some((name) => name === type)
  return filled.due === undefined ? (goesOn ? suggested.next_update_due : null) : filled.due
}

function requireFields({ fields, filled }: Written, due: string | null): void {
  const needsDue =
    fields.some(({ name }) => name === NEXT_UPDATE_FIELD) && filled.due !== null && due === null
  const missing = [...filled.missing.map(({ label }) => label), ...(needsDue ? ['Next Update'] : [])]
  if (missing.length === 0) return
  throw new InvalidInput(
    `The mail needs ${missing.map((label) => `a line '${label}: …'`).join(' and ')} below the text`,
  )
}

/** `post` (on the incident only) and `send` (mailed, too): shows the message with its audience, and a button. */
export async function writeMessage(chat: Chat, text: string, broadcast: 'Y' | 'N'): Promise<SlackMessage> {
  const { jiraId, rest } = await findIncident(chat, toNamed(toTyped(text)))
  const { payload: incident } = await chat.ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
  const suggested = await chat.ask(suggestMessage, { query: { jira_id: jiraId } })
  const written = await readMessage(chat, rest, { priority: incident.priorityType, suggested })
  const due = findDue(written, suggested)
  if (broadcast === 'Y') requireFields(written, due)
  const { texts } = written.filled
  const body: MessageBody = {
    ...{ jira_id: jiraId, priority_type: incident.priorityType, message_type: written.type, broadcast },
    body: { [FALLBACK_LOCALE]: bodyFromText(written.text) },
    ...(Object.keys(texts).length > 0 && { email_fields: texts }),
    // With a promise the field is made from its time, in the language of each mail.
    ...(broadcast === 'Y' && { email_template_data: { ...texts, ...(due && { [NEXT_UPDATE_FIELD]: '' }) } }),
    ...(due && { next_update_due: due }),
    after_message: suggested.last_message?.id ?? null,
  }
  if (broadcast === 'Y') return showBroadcast(chat, body)
  const audience = audienceOf(incident.isInternal === 'Y', written.type)
  const about = `${head(chat, body)}: *${audience}*, shown with the incident, mailed to nobody`
  return showDraft(chat, {
    call: 'createMessage',
    body,
    markup: [about, ...describeContent(body)],
    button: 'Post',
  })
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

const LONGEST_FIELD = 200

/** The text, and in a part of its own every field and the promise, which a long text does not hide. */
function describeContent({ body, email_fields = {}, next_update_due: due }: MessageBody): string[] {
  const fields = Object.entries(email_fields).map(
    ([name, text]) => `${escapeMarkup(name.replaceAll('_', ' '))}: ${inLine(text, LONGEST_FIELD)}`,
  )
  const promise = due ? `Next update promised for ${toTime(due)}` : 'No next update promised'
  return [quoteBody(body[FALLBACK_LOCALE] ?? ''), [promise, ...fields].join('\n')]
}

/** Shows a message that would be mailed, also once more when a number has changed since. */
export async function showBroadcast(chat: Chat, body: MessageBody, why?: string): Promise<SlackMessage> {
  const { recipients: _, translations: __, after_message: ___, ...draft } = body
  const preview = await chat.ask(previewMessage, { body: draft })
  const about = [
    ...(why === undefined ? [] : [`:warning: ${escapeMarkup(why)}`]),
    head(chat, body),
    ...describeRecipients(preview),
  ]
  return showDraft(chat, {
    call: 'createMessage',
    body: { ...body, recipients: preview.total, translations: preview.translations },
    markup: [about.join('\n'), ...describeContent(body)],
    button: `Send to ${people(preview.total)}`,
  })
}
