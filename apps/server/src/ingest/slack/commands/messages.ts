import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { bodyPreview } from '@aviary/contract/messages/body'
import { getMailedMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import {
  listAlertTypes,
  listEmailComponents,
  previewMessage,
  suggestMessage,
} from '@aviary/contract/messages/endpoints'
import { audienceOf, NEXT_UPDATE_FIELD } from '@aviary/contract/messages/rules'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { escapeMarkup, toTime } from '../../../channels/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { takeName, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'

type Preview = {
  audience: 'INTERNAL' | 'EXTERNAL'
  total: number
  recipients: readonly { locale: string; people: number }[]
  channels: { total: number }
  mails: readonly { locale: string; subject: string; text: string }[]
}

const LONGEST_TEXT = 1_500
const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${escapeMarkup(line)}`)
    .join('\n')

const inEnglish = ({ mails }: Preview) => mails.find(({ locale }) => locale === FALLBACK_LOCALE) ?? mails[0]

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** Who would be told: as many lines as the confirmation of the page has facts. */
const toLines = (preview: Preview): string[] => [
  `*${preview.audience}* to *${people(preview.total)}* (${
    preview.recipients.map(({ locale, people }) => `${locale} ${people}`).join(', ') ||
    'nobody has chosen this'
  }) and ${preview.channels.total} channels`,
  `*${inLine(inEnglish(preview)?.subject ?? '')}*`,
  quote((inEnglish(preview)?.text ?? '').trim().slice(0, LONGEST_TEXT)),
]

/** Minutes or hours, as `30m`, `in 2 h`. */
const DURATION = /^(?:in\s+)?(\d{1,3})\s*(m|min|minutes?|h|hours?)$/i

function readDue(text: string, now: Date): string | undefined {
  const [, count, unit = ''] = DURATION.exec(text.trim()) ?? []
  if (count === undefined) return undefined
  const minutes = Number(count) * (/^h/i.test(unit) ? 60 : 1)
  return new Date(Math.round(now.getTime() / 60_000 + minutes) * 60_000).toISOString()
}

type Field = { name: string; label: string }

/** Takes the lines `Current Status: …` out of a text: the e-mail fields of the message type. */
function takeFields(text: string, fields: readonly Field[]) {
  const values: Record<string, string> = {}
  const lines = text.split('\n').filter((line) => {
    const { option: field, rest } = takeName(line.trim(), fields, ({ label, name }) => [label, name])
    if (!field || !/^[^:]*:/.test(line)) return true
    values[field.name] = rest
    return false
  })
  return { values, text: lines.join('\n').trim() }
}

const USAGE = 'Write the text behind it: /aviary send OPI-1801 Update: We found the cause'

/** `post` (on the incident only) and `send` (mailed, too): shows the message with its audience, and a button. */
export async function writeMessage(chat: Chat, text: string, broadcast: 'Y' | 'N'): Promise<SlackMessage> {
  const { ask, now } = chat
  const { jiraId, rest } = await findIncident(chat, toTyped(text))
  const { payload: incident } = await ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
  const suggested = await ask(suggestMessage, { query: { jira_id: jiraId } })
  const types = (await ask(listAlertTypes)).payload[incident.priorityType].alert_types
  const named = takeName(rest, types, ({ name, translations = {} }) => [name, ...Object.values(translations)])
  const type = named.option?.name ?? suggested.message_type
  if (type === null) throw new InvalidInput(`Which message type? ${types.map(({ name }) => name).join(', ')}`)
  const components = (await ask(listEmailComponents)).services.find(
    ({ priority_type, message_type }) => priority_type === incident.priorityType && message_type === type,
  )
  const fields = (components?.system_names ?? []).map((name, index) => ({
    ...{ name, label: components?.display_names[index] ?? name },
  }))
  const written = takeFields(named.rest, fields)
  if (written.text === '') throw new InvalidInput(USAGE)
  const { [NEXT_UPDATE_FIELD]: typedDue = '', ...values } = written.values
  const due = typedDue === '' ? suggested.next_update_due : (readDue(typedDue, now) ?? null)
  const texts = Object.fromEntries(
    fields.map(({ name }) => [name, values[name] ?? suggested.email_fields[name] ?? '']),
  )
  if (NEXT_UPDATE_FIELD in texts) texts[NEXT_UPDATE_FIELD] = due === null ? typedDue : ''
  const missing = fields.filter(
    ({ name }) => texts[name] === '' && !(name === NEXT_UPDATE_FIELD && due !== null),
  )
  if (broadcast === 'Y' && missing.length > 0)
    throw new InvalidInput(
      `The mail needs ${missing.map(({ label }) => `a line '${label}: …'`).join(' and ')} below the text`,
    )
  const hasPromise = fields.some(({ name }) => name === NEXT_UPDATE_FIELD)
  const body = {
    ...{ jira_id: jiraId, priority_type: incident.priorityType, message_type: type, broadcast },
    body: { [FALLBACK_LOCALE]: bodyFromText(written.text) },
    ...(broadcast === 'Y' && { email_template_data: texts }),
    ...(hasPromise && due !== null && { next_update_due: due }),
    after_message: suggested.last_message?.id ?? null,
  }
  return broadcast === 'Y' ? showBroadcast(chat, body) : showPost(chat, body)
}

type MessageBody = {
  jira_id: string
  priority_type: 'P1' | 'P2'
  message_type: string
  body: Record<string, string>
  next_update_due?: string
}

const promise = ({ next_update_due: due }: MessageBody): string[] =>
  due === undefined ? [] : [`Next update promised for ${toTime(due)}`]

async function showPost(chat: Chat, body: MessageBody): Promise<SlackMessage> {
  const { payload } = await chat.ask(getIncidentByJiraId, { query: { jira_id: body.jira_id } })
  const audience = audienceOf(payload.isInternal === 'Y', body.message_type)
  const lines = [
    `*${escapeMarkup(body.message_type)}* on ${incidentLink(chat.site, body.jira_id)}: *${audience}*, shown with the incident, mailed to nobody`,
    quote(bodyPreview(body.body[FALLBACK_LOCALE] ?? '', LONGEST_TEXT)),
    ...promise(body),
  ]
  return showDraft(chat, { call: 'createMessage', body, markup: lines.join('\n'), button: 'Post' })
}

/** Shows a message that would be mailed, also once more when a number has changed since. */
export async function showBroadcast(chat: Chat, body: MessageBody, why?: string): Promise<SlackMessage> {
  const { recipients: _, translations: __, ...draft } = body as MessageBody & Record<string, unknown>
  const { after_message: ___, ...previewed } = draft
  const preview = await chat.ask(previewMessage, { body: { ...previewed, broadcast: 'Y' } as never })
  const lines = [
    ...(why === undefined ? [] : [escapeMarkup(why)]),
    `*${escapeMarkup(body.message_type)}* on ${incidentLink(chat.site, body.jira_id)}`,
    ...toLines(preview),
    ...promise(body),
  ]
  return showDraft(chat, {
    call: 'createMessage',
    body: { ...draft, recipients: preview.total, translations: preview.translations },
    markup: lines.join('\n'),
    button: `Send to ${people(preview.total)}`,
  })
}

/** `correct OPI-1801 text`: another text for the newest message, mailed to those who were mailed the one before. */
export async function correctNewest(chat: Chat, text: string): Promise<SlackMessage> {
  const { ask, site } = chat
  const { jiraId, rest } = await findIncident(chat, toTyped(text))
  if (rest === '') throw new InvalidInput('Write the right text behind it: /aviary correct OPI-1801 …')
  const { last_message: message } = await ask(suggestMessage, { query: { jira_id: jiraId } })
  if (!message) throw new InvalidInput(`${jiraId} has no message yet`)
  const { payload } = await ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
  const mailed = await ask(getMailedMessage, { query: { jira_id: jiraId, message_id: String(message.id) } })
  const body = {
    ...{ message_id: message.id, jira_id: jiraId, priority_type: payload.priorityType },
    ...{ message_type: message.message_type, body: bodyFromText(rest), language: FALLBACK_LOCALE },
    ...{ relocalize: 'Y' as const, version: message.version },
  }
  const head = `Correction of *${escapeMarkup(message.title)}* on ${incidentLink(site, jiraId)}`
  if (mailed.audience === null)
    return showDraft(chat, {
      ...{ call: 'updateMessage', body, button: 'Change the text' },
      markup: [`${head}: it was mailed to nobody`, quote(rest.slice(0, LONGEST_TEXT))].join('\n'),
    })
  const preview = await ask(previewCorrection, { body })
  const { total, channels, translations } = preview
  return showDraft(chat, {
    call: 'correctMessage',
    body: { ...body, recipients: total, channels: channels.total, translations },
    markup: [head, ...toLines(preview)].join('\n'),
    button: `Correct it for ${people(total)}`,
  })
}
