import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { bodyPreview } from '@aviary/contract/messages/body'
import { getMailedMessage, previewCorrection } from '@aviary/contract/messages/correction-endpoints'
import { suggestMessage } from '@aviary/contract/messages/endpoints'
import { bodyFromText } from '@aviary/contract/messages/typed-body'
import { escapeMarkup } from '../../../channels/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { toNamed, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'
import { describeRecipients, people, quoteBody } from '../preview.ts'

export type CorrectionBody = {
  message_id: number
  jira_id: string
  priority_type: 'P1' | 'P2'
  message_type: string
  body: string
  language: string
  relocalize: 'Y'
  version: number
  recipients?: number
  channels?: number
  translations?: Record<string, string>
}

/** `correct OPI-1801 text`: another text for the newest message, mailed to those who were mailed the one before. */
export async function correctNewest(chat: Chat, text: string): Promise<SlackMessage> {
  const { ask, site } = chat
  const { jiraId, rest } = await findIncident(chat, toNamed(toTyped(text)))
  if (rest === '') throw new InvalidInput('Write the right text behind it: /aviary correct OPI-1801 …')
  const { last_message: message, languages } = await ask(suggestMessage, { query: { jira_id: jiraId } })
  if (!message) throw new InvalidInput(`${jiraId} has no message yet`)
  const { payload: incident } = await ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
  // What people wrote in other languages would get lost. Of an internal message on an EXTERNAL incident it is not known.
  const isKnown = incident.isInternal === 'Y' || !isInternalTitle(message.title)
  const others = Object.keys(message.body).filter((locale) => locale !== FALLBACK_LOCALE)
  const written = isKnown ? languages : others
  if (written.length > 0)
    throw new InvalidInput(
      `Somebody wrote this message in ${written.join(', ')} too: correct it on its page, where every language has a text (${site}/edit/${encodeURIComponent(jiraId)})`,
    )
  const body: CorrectionBody = {
    ...{ message_id: message.id, jira_id: jiraId, priority_type: incident.priorityType },
    ...{ message_type: message.message_type, body: bodyFromText(rest), language: FALLBACK_LOCALE },
    ...{ relocalize: 'Y', version: message.version },
  }
  const before = `Now, by ${escapeMarkup(message.created_by)}: ${inLine(bodyPreview(message.message, 300), 300)}`
  const mailed = await ask(getMailedMessage, { query: { jira_id: jiraId, message_id: String(message.id) } })
  if (mailed.audience !== null) return showCorrection(chat, body, before)
  return showDraft(chat, {
    ...{ call: 'updateMessage', body, button: 'Change the text' },
    markup: [[`${head(site, body)}: it was mailed to nobody`, before].join('\n'), quoteBody(body.body)],
  })
}

const head = (site: string, { message_type, jira_id }: CorrectionBody): string =>
  `Correction of *${escapeMarkup(message_type)}* on ${incidentLink(site, jira_id)}`

/** Shows a correction, also once more when a number has changed since; `note` is in Slack's markup. */
export async function showCorrection(chat: Chat, body: CorrectionBody, note: string): Promise<SlackMessage> {
  const { recipients: _, channels: __, translations: ___, ...draft } = body
  const preview = await chat.ask(previewCorrection, { body: draft })
  const { total, channels, translations } = preview
  return showDraft(chat, {
    call: 'correctMessage',
    body: { ...draft, recipients: total, channels: channels.total, translations },
    markup: [[head(chat.site, body), note, ...describeRecipients(preview)].join('\n'), quoteBody(body.body)],
    button: `Correct it for ${people(total)}`,
  })
}
