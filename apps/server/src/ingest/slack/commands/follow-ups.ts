import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { listFollowUps } from '@aviary/contract/follow-ups/endpoints'
import { escapeMarkup } from '../../../channels/public.ts'
import { InvalidInput } from '../../../http/errors.ts'
import { answer, incidentLink, inLine } from '../answer.ts'
import { type Chat, findIncident } from '../chat.ts'
import { splitWord, toNamed, toTyped } from '../command-text.ts'
import { showDraft } from '../drafts.ts'
import { findPerson, isPerson } from '../find-person.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** `todo OPI-1801 2026-09-01 @ines text`: day and owner may be left out, in either order. */
export async function addFollowUp(chat: Chat, text: string): Promise<SlackMessage> {
  const found = await findIncident(chat, toTyped(text))
  let { rest } = found
  let [owner, day]: (string | null)[] = [null, null]
  for (;;) {
    const { word, rest: after } = splitWord(rest)
    if (day === null && DAY.test(word)) day = word
    else if (owner === null && isPerson(word)) owner = await findPerson(chat, word)
    else break
    rest = after
  }
  const title = toNamed(rest)
  if (title === '')
    throw new InvalidInput('Write what is to be done: /aviary todo OPI-1801 2026-09-01 @somebody …')
  return showDraft(chat, {
    call: 'createFollowUp',
    body: { jira_id: found.jiraId, title, owner, due_date: day },
    markup: `Follow-up of ${incidentLink(chat.site, found.jiraId)}, ${escapeMarkup(owner ?? 'for nobody yet')}${day ? `, due ${day}` : ''}:\n> ${inLine(title, 500)}`,
    button: 'Note it',
  })
}

/** `todos OPI-1801`: what remains to be done after it. */
export async function listFollowUpsOf(chat: Chat, text: string): Promise<SlackMessage> {
  const { jiraId } = await findIncident(chat, toTyped(text))
  const { follow_ups: all } = await chat.ask(listFollowUps, { query: { jira_id: jiraId } })
  const open = all.filter(({ state }) => state === 'OPEN')
  const link = incidentLink(chat.site, jiraId)
  if (open.length === 0) return answer(`Nothing remains to be done after ${link}.`)
  const lines = open.map(
    ({ title, owner, due_date }) =>
      `• ${inLine(title)} – ${escapeMarkup(owner ?? 'nobody')}${due_date ? `, due ${due_date}` : ''}`,
  )
  return answer([`After ${link}:`, ...lines].join('\n'))
}
