import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { cutToLength } from '@aviary/contract/cut-text'
import { escapeHtml } from '@aviary/contract/escape-html'
import { getIncidentByJiraId } from '@aviary/contract/incidents/endpoints'
import { isInternalTitle } from '@aviary/contract/incidents/rules'
import { createMessage, listAlertTypes } from '@aviary/contract/messages/endpoints'
import { z } from 'zod'
import { type ChatMessage, endTaking, startTaking, undoTaking } from '../../features/chat/public.ts'
import { InvalidInput } from '../../http/errors.ts'
import type { Chat } from './chat.ts'
import { nameMentioned, toTyped } from './command-text.ts'
import { type SlackApi, SlackRefused } from './slack-api.ts'

const LONGEST_TEXT = 10_000
/** People whose names are asked for in one message. */
const MOST_NAMES = 10
/** After so long a process that began to take a message has ended before it was done. */
const TAKES_AT_MOST_MS = 60_000

const messages = z.object({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      text: z.string().default(''),
      user: z.string().optional(),
      username: z.string().optional(),
      files: z.array(z.unknown()).default([]),
    }),
  ),
})
const userInfo = z.object({
  user: z.looseObject({ name: z.string().default(''), real_name: z.string().default('') }),
})

type Found = z.infer<typeof messages>['messages'][number]

/** What people can do about an error that does not explain itself. */
const HINTS: Record<string, string> = {
  not_in_channel: 'Invite the app to this channel, then react again',
  channel_not_found: 'Invite the app to this channel, then react again',
  missing_scope: 'The Slack app lacks a scope: see Commands of Slack in the operations guide',
}

/** The message itself; Slack answers the beginning of its thread beside it. */
async function findMessage(api: SlackApi, { channel, ts }: ChatMessage): Promise<Found> {
  const fields = { channel, ts, latest: ts, oldest: ts, inclusive: 'true', limit: '2' }
  const answer = await api('conversations.replies', fields).catch((error: unknown) => {
    if (error instanceof SlackRefused) throw new InvalidInput(HINTS[error.code] ?? error.message)
    throw error
  })
  const found = messages.parse(answer).messages.find((message) => message.ts === ts)
  if (!found) throw new InvalidInput('The message is not there any more')
  return found
}

/** Names of people by their ids; who cannot be named keeps the id. */
function openNames(api: SlackApi) {
  const names = new Map<string, string>()
  return async (id: string): Promise<string> => {
    const known = names.get(id)
    if (known !== undefined) return known
    if (names.size >= MOST_NAMES) return id
    const { name, real_name: real } = await api('users.info', { user: id }).then(
      (answer) => userInfo.parse(answer).user,
      (error: unknown) => {
        if (error instanceof SlackRefused) return { name: id, real_name: '' }
        throw error
      },
    )
    names.set(id, real || name || id)
    return names.get(id) ?? id
  }
}

async function toText({ text, files }: Found, nameOf: (id: string) => Promise<string>): Promise<string> {
  const typed = (await nameMentioned(toTyped(text), nameOf)).trim()
  const cut = typed.length > LONGEST_TEXT ? `${cutToLength(typed, LONGEST_TEXT)} …` : typed
  return files.length > 0 ? `${cut}\n\n(+ ${files.length} ${files.length === 1 ? 'file' : 'files'})` : cut
}

/** Whose words these are and when they were written, then the words. */
function toBody({ author, at, text }: { author: string; at: Date; text: string }): string {
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  const paragraphs = text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br />')}</p>`)
  return `<p><b>${escapeHtml(author)}</b>, Slack, ${time} UTC:</p>${paragraphs.join('')}`
}

/** The incident's internal type for what happens: its name says so. */
async function findInternalType(chat: Chat, priority: 'P1' | 'P2'): Promise<string> {
  const types = (await chat.ask(listAlertTypes)).payload[priority].alert_types.map(({ name }) => name)
  const internal = types.filter(isInternalTitle)
  const type = internal.find((name) => name === 'Internal Update') ?? internal[0]
  if (type === undefined) throw new InvalidInput('You may not write internal messages on this incident')
  return type
}

/**
 * Takes a message of a chat into the story of an incident, as an internal message that is mailed to nobody, in the name of
 * whoever reacted. False if it was taken before. Throws refusals.
 */
export async function takeMessage(
  chat: Chat,
  { jiraId, message, api }: { jiraId: string; message: ChatMessage; api: SlackApi },
): Promise<boolean> {
  const { db, now } = chat
  const before = new Date(now.getTime() - TAKES_AT_MOST_MS)
  if (!(await startTaking(db, message, { now, before }))) return false
  try {
    const { payload: incident } = await chat.ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
    const type = await findInternalType(chat, incident.priorityType)
    const found = await findMessage(api, message)
    const nameOf = openNames(api)
    const text = await toText(found, nameOf)
    if (text === '') throw new InvalidInput('The message has no text')
    const author = found.user === undefined ? (found.username ?? 'Slack') : await nameOf(found.user)
    const at = new Date(Number.parseFloat(found.ts) * 1000)
    const made = await chat.ask(createMessage, {
      body: {
        ...{ jira_id: jiraId, priority_type: incident.priorityType, message_type: type, broadcast: 'N' },
        body: { [FALLBACK_LOCALE]: toBody({ author, at, text }) },
      },
    })
    await endTaking(db, message, made.message.message_id)
    return true
  } catch (error) {
    await undoTaking(db, message)
    throw error
  }
}
