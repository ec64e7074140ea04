import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { escapeMarkup, toTime } from '../../channels/public.ts'
import { Conflict, InvalidInput } from '../../http/errors.ts'
import { answer, incidentLink } from './answer.ts'
import type { Chat } from './chat.ts'
import { splitWord } from './command-text.ts'
import { type CorrectionBody, correctNewest, showCorrection } from './commands/correct.ts'
import { addFollowUp, listFollowUpsOf } from './commands/follow-ups.ts'
import { listChanges, listOpen, showIncident } from './commands/incidents.ts'
import { type MessageBody, showBroadcast, writeMessage } from './commands/messages.ts'
import { declare, publish, resolve, sayDeclared } from './commands/own-incidents.ts'
import { dropRole, giveRole, sayRole, takeRole } from './commands/roles.ts'
import { type Pressed, pressButton, pressCancel, requireDraft } from './drafts.ts'

type Command = {
  usage: string
  help: string
  /** Changes nothing, so that it may come twice and while the database only reads. */
  isRead?: true
  run: (chat: Chat, text: string) => Promise<SlackMessage>
}

const COMMANDS = new Map<string, Command>([
  ['list', { usage: 'list', help: 'the open incidents', isRead: true, run: listOpen }],
  [
    'show',
    {
      ...{ usage: 'show OPI-1801', help: 'what is wrong, who is on it, the last message' },
      ...{ isRead: true, run: showIncident },
    },
  ],
  ['take', { usage: 'take lead OPI-1801 note', help: 'take a role', run: takeRole }],
  ['give', { usage: 'give lead @somebody OPI-1801 note', help: 'hand a role over', run: giveRole }],
  ['drop', { usage: 'drop lead OPI-1801 note', help: 'give your role up', run: dropRole }],
  [
    'post',
    {
      ...{
        usage: 'post OPI-1801 Internal Update: text',
        help: 'a message on the incident, mailed to nobody',
      },
      run: (chat, text) => writeMessage(chat, text, 'N'),
    },
  ],
  [
    'send',
    {
      usage: 'send OPI-1801 Update: text',
      help: "a message that is mailed, with a line 'Current Status: …' for each field of the mail, and 'Next Update: 30m'",
      run: (chat, text) => writeMessage(chat, text, 'Y'),
    },
  ],
  [
    'correct',
    { usage: 'correct OPI-1801 text', help: 'another text for the newest message', run: correctNewest },
  ],
  [
    'changes',
    { usage: 'changes OPI-1801', help: 'what changed before it began', isRead: true, run: listChanges },
  ],
  [
    'declare',
    {
      ...{ usage: 'declare P1 outage Travel in eu2: text', help: 'a new incident, internal at first' },
      run: declare,
    },
  ],
  ['publish', { usage: 'publish AVI-3', help: 'customers may be told of it', run: publish }],
  ['resolve', { usage: 'resolve AVI-3', help: 'end an incident that was declared here', run: resolve }],
  [
    'todo',
    {
      ...{ usage: 'todo OPI-1801 2026-09-01 @somebody text', help: 'note what remains to be done after it' },
      run: addFollowUp,
    },
  ],
  [
    'todos',
    { usage: 'todos OPI-1801', help: 'what remains to be done after it', isRead: true, run: listFollowUpsOf },
  ],
])

const findCommand = (text: string): Command | undefined => COMMANDS.get(splitWord(text).word.toLowerCase())

export const isRead = (text: string): boolean => findCommand(text)?.isRead === true

/** Answers `help`, and what nobody knows. */
export function answerHelp(): SlackMessage {
  const lines = [...COMMANDS.values()].map(({ usage, help }) => `• \`/aviary ${usage}\`: ${help}`)
  return answer(
    [...lines, 'In the channel of an incident its number can be left out. What is sent is shown first.'].join(
      '\n',
    ),
  )
}

/** Answers a command of a linked person. Throws refusals. */
export async function answerCommand(chat: Chat, text: string): Promise<SlackMessage> {
  const command = findCommand(text)
  return command ? command.run(chat, splitWord(text).rest) : answerHelp()
}

async function makeCall(chat: Chat, draftId: string): Promise<SlackMessage> {
  try {
    return sayDone(chat, await pressButton(chat, draftId))
  } catch (error) {
    const again = error instanceof Conflict ? await showAgain(chat, draftId, error) : undefined
    if (again) return again
    throw error
  }
}

/** What a call has done, or had done before this press. */
function sayDone({ site, email }: Chat, { draft, made, doneAt }: Pressed): SlackMessage {
  const { call, body } = draft
  if (made === undefined)
    return answer(`This was done ${toTime(doneAt.toISOString())}. Nothing more was done now.`)
  const jiraId = String(body.jira_id)
  const link = incidentLink(site, jiraId)
  switch (call) {
    case 'declareIncident':
      return sayDeclared(site, (made as { jira_id: string }).jira_id)
    case 'updateIncidentRole': {
      const { roles } = made as { roles: readonly { role: string; name: string; holder: string | null }[] }
      const role = roles.find((row) => row.role === body.role)
      return sayRole(site, { jiraId, name: role?.name ?? String(body.role), holder: role?.holder ?? email })
    }
    case 'createMessage':
      return answer(
        `${link}: ${body.broadcast === 'Y' ? 'the message is on its way' : 'the message is posted'}.`,
      )
    case 'correctMessage':
      return answer(`${link}: the correction is on its way.`)
    case 'updateMessage':
      return answer(`${link}: the text is changed.`)
    case 'publishIncident':
      return answer(`${link} is EXTERNAL now.`)
    case 'updateOwnIncident':
      return answer(`${link} is resolved.`)
    case 'createFollowUp':
      return answer(`${link}: the follow-up is noted.`)
  }
}

/**
 * Shows what would be mailed once more, with the numbers of now, when somebody was faster or the recipients have changed.
 * Undefined for other calls, and for a message that somebody else has edited.
 */
async function showAgain(chat: Chat, draftId: string, refusal: Conflict): Promise<SlackMessage | undefined> {
  const { call, body } = await requireDraft(chat, draftId)
  const newest = (refusal.current as { id?: number } | undefined)?.id
  if (call === 'createMessage' && body.broadcast === 'Y') {
    const next = { ...(body as MessageBody), ...(newest !== undefined && { after_message: newest }) }
    return showBroadcast(chat, next, refusal.message)
  }
  if (call !== 'correctMessage' || refusal.current !== undefined) return undefined
  return showCorrection(chat, body as CorrectionBody, `:warning: ${escapeMarkup(refusal.message)}`)
}

/** Answers a button that a linked person pressed. Throws refusals. */
export async function answerButton(
  chat: Chat,
  { action, value }: { action: string; value: string },
): Promise<SlackMessage> {
  if (action === 'make_call') return makeCall(chat, value)
  if (action === 'cancel') return pressCancel(chat, value)
  throw new InvalidInput('Aviary does not know this button: send the command again')
}
