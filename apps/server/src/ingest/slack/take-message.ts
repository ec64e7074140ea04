import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import { cutToLength } from '@aviary/contract/cut-text'
import type { AnswerOf } from '@aviary/contract/endpoint'
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
const MOST_LINES = 400
/** People whose names are asked for in one message. */
const MOST_NAMES = 10
/** After so long a process that began to take a message has ended before it was done. */
const TAKES_AT_MOST_MS = 3 * 60_000

const messages = z.object({
  messages: z.array(
    z.looseObject({
      ts: z.string(),
      subtype: z.string().nullish(),
      text: z.string().nullish(),
      user: z.string().nullish(),
      username: z.string().nullish(),
      files: z.array(z.unknown()).nullish(),
      attachments: z.array(z.unknown()).nullish(),
      blocks: z.array(z.unknown()).nullish(),
    }),
  ),
})
const userInfo = z.object({
  user: z.looseObject({ name: z.string().default(''), real_name: z.string().default('') }),
})

type Found = z.infer<typeof messages>['messages'][number]

/** What people can do about an error that does not explain itself. */
const HINTS = new Map([
  ['not_in_channel', 'Invite the app to this channel, then react again'],
  ['channel_not_found', 'Invite the app to this channel, then react again'],
  ['missing_scope', 'The Slack app lacks a scope: see Commands of Slack in the operations guide'],
])

/** A message of the channel itself, or an answer in a thread, which Slack answers with the beginning of its thread. */
async function findMessage(api: SlackApi, { channel, ts }: ChatMessage): Promise<Found> {
  const ask = async (method: string, fields: Record<string, string>) => {
    const answer = await api(method, { channel, latest: ts, oldest: ts, inclusive: 'true', ...fields })
    return messages.parse(answer).messages.find((message) => message.ts === ts)
  }
  try {
    const found =
      (await ask('conversations.history', { limit: '1' })) ??
      (await ask('conversations.replies', { ts, limit: '2' }))
    if (found && found.subtype !== 'tombstone') return found
  } catch (error) {
    if (!(error instanceof SlackRefused)) throw error
    if (error.code !== 'thread_not_found') throw new InvalidInput(HINTS.get(error.code) ?? error.message)
  }
  throw new InvalidInput('The message is not there any more')
}

const TEXTS = ['pretext', 'title', 'text', 'value'] as const
/** Nested no deeper than Slack's blocks are. */
const DEEPEST = 6

/** The texts of blocks or attachments, as programs write messages; a fallback counts where there is no other text. */
function listTexts(part: unknown, depth = 0): string[] {
  if (depth > DEEPEST || typeof part !== 'object' || part === null) return []
  if (Array.isArray(part)) return part.flatMap((each) => listTexts(each, depth + 1))
  // What a button sends back is no text for people.
  if ('action_id' in part) return []
  const read = (name: string) => {
    const text = (part as Record<string, unknown>)[name]
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  }
  const texts = [...TEXTS.flatMap(read), ...Object.values(part).flatMap((each) => listTexts(each, depth + 1))]
  return texts.length > 0 ? texts : read('fallback')
}

const textOf = ({ text, blocks, attachments }: Found): string =>
  text?.trim() || [...listTexts(blocks ?? []), ...listTexts(attachments ?? [])].join('\n')

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

async function toText(found: Found, nameOf: (id: string) => Promise<string>): Promise<string> {
  const typed = (await nameMentioned(toTyped(textOf(found)), nameOf)).trim()
  const lines = typed.split('\n').slice(0, MOST_LINES).join('\n')
  const shown = lines.length > LONGEST_TEXT ? cutToLength(lines, LONGEST_TEXT) : lines
  const cut = shown.length < typed.length ? `${shown} …` : shown
  const files = found.files?.length ?? 0
  return files > 0 ? `${cut}\n\n(+ ${files} ${files === 1 ? 'file' : 'files'})` : cut
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
  const attempt = await startTaking(db, message, { now, before })
  if (attempt === undefined) return false
  let made: AnswerOf<typeof createMessage>
  try {
    const { payload: incident } = await chat.ask(getIncidentByJiraId, { query: { jira_id: jiraId } })
    const type = await findInternalType(chat, incident.priorityType)
    const found = await findMessage(api, message)
    const nameOf = openNames(api)
    const text = await toText(found, nameOf)
    if (text === '') throw new InvalidInput('The message has no text')
    const author = found.user ? await nameOf(found.user) : found.username || 'Slack'
    const at = new Date(Number.parseFloat(found.ts) * 1000)
    made = await chat.ask(createMessage, {
      // Whoever reacts again after a failure is answered with the message that was made.
      idempotencyKey: `slack-${attempt}`,
      body: {
        ...{ jira_id: jiraId, priority_type: incident.priorityType, message_type: type, broadcast: 'N' },
        body: { [FALLBACK_LOCALE]: toBody({ author, at, text }) },
      },
    })
  } catch (error) {
    await undoTaking(db, message)
    throw error
  }
  await endTaking(db, message, made.message.message_id)
  return true
}
