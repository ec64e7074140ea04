import type { SlackMessage } from '@aviary/contract/chat/endpoints'
import { escapeMarkup } from '../../channels/public.ts'
import { deleteDraft } from '../../features/chat/public.ts'
import { Conflict, InvalidInput } from '../../http/errors.ts'
import { answer, incidentLink } from './answer.ts'
import type { Chat } from './chat.ts'
import { splitWord } from './command-text.ts'
import { listChanges, listOpen, showIncident } from './commands/incidents.ts'
import { correctNewest, showBroadcast, writeMessage } from './commands/messages.ts'
import { declare, publish, resolve } from './commands/own-incidents.ts'
import { dropRole, giveRole, takeRole } from './commands/roles.ts'
import { type Draft, type DraftCall, makeDraftCall, requireDraft } from './drafts.ts'

type Command = { usage: string; help: string; run: (chat: Chat, text: string) => Promise<SlackMessage> }

const COMMANDS: Record<string, Command> = {
  list: { usage: 'list', help: 'the open incidents', run: listOpen },
  show: { usage: 'show OPI-1801', help: 'what is wrong, who is on it, the last message', run: showIncident },
  take: { usage: 'take lead OPI-1801 note', help: 'take a role', run: takeRole },
  give: { usage: 'give lead @somebody OPI-1801 note', help: 'hand a role over', run: giveRole },
  drop: { usage: 'drop lead OPI-1801 note', help: 'give your role up', run: dropRole },
  post: {
    usage: 'post OPI-1801 Internal Update: text',
    help: 'a message on the incident, mailed to nobody',
    run: (chat, text) => writeMessage(chat, text, 'N'),
  },
  send: {
    usage: 'send OPI-1801 Update: text',
    help: "a message that is mailed, with a line 'Current Status: …' for each field of the mail, and 'Next Update: 30m'",
    run: (chat, text) => writeMessage(chat, text, 'Y'),
  },
  correct: {
    usage: 'correct OPI-1801 text',
    help: 'another text for the newest message',
    run: correctNewest,
  },
  changes: { usage: 'changes OPI-1801', help: 'what changed before it began', run: listChanges },
  declare: {
    usage: 'declare P1 outage Travel in eu2: text',
    help: 'a new incident, internal at first',
    run: declare,
  },
  publish: { usage: 'publish AVI-3', help: 'customers may be told of it', run: publish },
  resolve: { usage: 'resolve AVI-3', help: 'end an incident that was declared here', run: resolve },
}

/** Answers `help`, and what nobody knows. */
export function answerHelp(): SlackMessage {
  const lines = Object.values(COMMANDS).map(({ usage, help }) => `• \`/aviary ${usage}\`: ${help}`)
  return answer(
    [
      ...lines,
      'In the channel of an incident its number can be left out. What is mailed is shown first.',
    ].join('\n'),
  )
}

/** Answers a command of a linked person. Throws refusals. */
export async function answerCommand(chat: Chat, text: string): Promise<SlackMessage> {
  const { word, rest } = splitWord(text)
  const command = COMMANDS[word.toLowerCase()]
  return command ? command.run(chat, rest) : answerHelp()
}

const DONE: Record<DraftCall, string> = {
  createMessage: 'The message is on its way',
  updateMessage: 'The text is changed',
  correctMessage: 'The correction is on its way',
  publishIncident: 'It is EXTERNAL now',
  updateOwnIncident: 'It is resolved',
  updateIncidentRole: 'The role is taken over',
}

async function makeCall(chat: Chat, draftId: string): Promise<SlackMessage> {
  const draft = await requireDraft(chat, draftId)
  try {
    await makeDraftCall(chat, draft)
  } catch (error) {
    if (error instanceof Conflict && isBroadcast(draft)) return showAgain(chat, draft, error)
    throw error
  }
  const link = incidentLink(chat.site, String(draft.body.jira_id))
  return answer(`${link}: ${DONE[draft.call]} (${escapeMarkup(chat.email)}).`, { isPublic: true })
}

const isBroadcast = ({ call, body }: Draft): boolean => call === 'createMessage' && body.broadcast === 'Y'

/** Shows a message once more, with the numbers of now, when somebody was faster or the recipients have changed. */
async function showAgain(chat: Chat, { body }: Draft, { message, current }: Conflict): Promise<SlackMessage> {
  const newest = (current as { id?: number } | undefined)?.id
  const next = { ...body, ...(newest !== undefined && { after_message: newest }) }
  return showBroadcast(chat, next as Parameters<typeof showBroadcast>[1], message)
}

/** Answers a button that a linked person pressed. Throws refusals. */
export async function answerButton(
  chat: Chat,
  { action, value }: { action: string; value: string },
): Promise<SlackMessage> {
  switch (action) {
    case 'make_call':
      return makeCall(chat, value)
    case 'cancel':
      await deleteDraft(chat.db, { draftId: value, accountId: chat.accountId })
      return answer('Cancelled. Nothing was done.')
    default:
      throw new InvalidInput('Aviary does not know this button: send the command again')
  }
}
