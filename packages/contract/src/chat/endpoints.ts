import { z } from 'zod'
import { signedBy, signedIn } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId } from '../wire.ts'
import { CHAT_CODE_MINUTES, CHAT_LINK_DAYS } from './rules.ts'

// People run incidents from their chat. Whoever a chat account is linked to makes the calls: their rights, their audit rows.

/** A field of Slack's form. */
const field = (longest: number) =>
  z
    .array(z.string().max(longest))
    .length(1)
    .transform(([text = '']) => text)

const LONGEST_NAME = 200
const LONGEST_URL = 2_000
/** As long as a message of Slack. */
const LONGEST_COMMAND = 40_000
const LONGEST_PAYLOAD = 60_000

/** Answers of a chat. Slack shows them to the sender of a command alone, or to the whole channel. */
const slackMessage = z.looseObject({
  response_type: z.enum(['ephemeral', 'in_channel']),
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })).optional(),
})
export type SlackMessage = z.infer<typeof slackMessage>

export const slackCommand = endpoint({
  method: 'POST',
  path: '/chat/slack/commands/',
  summary: 'A command of Slack (`/aviary take lead OPI-1801`); its calls are made as the linked person',
  access: signedBy('slack'),
  isForeign: true,
  takesForm: true,
  body: z.object({
    team_id: field(LONGEST_NAME),
    user_id: field(LONGEST_NAME),
    user_name: field(LONGEST_NAME).optional(),
    channel_id: field(LONGEST_NAME),
    channel_name: field(LONGEST_NAME).optional(),
    command: field(LONGEST_NAME),
    text: field(LONGEST_COMMAND).optional(),
    response_url: field(LONGEST_URL).optional().describe('Takes answers that need over two seconds.'),
  }),
  answer: slackMessage,
})
export type SlackCommand = z.infer<typeof slackCommand.body>

export const slackAction = endpoint({
  method: 'POST',
  path: '/chat/slack/actions/',
  summary: 'A button that was pressed in Slack; the answer goes to the address that Slack sends with it',
  access: signedBy('slack'),
  isForeign: true,
  takesForm: true,
  body: z.object({ payload: field(LONGEST_PAYLOAD).describe('JSON, as Slack sends it.') }),
  answer: z.object({}),
})

export const slackEvent = endpoint({
  method: 'POST',
  path: '/chat/slack/events/',
  summary:
    'Events of Slack: a reaction takes a message of an incident’s channel into its story; others are left alone',
  access: signedBy('slack'),
  isForeign: true,
  body: z.looseObject({
    type: z.string().max(LONGEST_NAME),
    challenge: z.unknown().optional().describe('Answered when Slack checks the address.'),
    team_id: z.unknown().optional(),
    event: z.unknown().optional(),
  }),
  answer: z.object({ challenge: z.string().optional() }),
})
export type SlackEvent = z.infer<typeof slackEvent.body>

const chatAccount = z.object({
  account_id: z.number().int(),
  chat: z.enum(['slack']),
  name: z.string().describe('As the chat names the account; people may change it there.'),
  team: z.string().describe('Id of the workspace.'),
  linked_date: z.iso.datetime(),
  expires_date: z.iso.datetime(),
})
export type ChatAccount = z.infer<typeof chatAccount>

export const listChatAccounts = endpoint({
  method: 'GET',
  path: '/chat/accounts/',
  summary: `The chat accounts that act as the signed-in person; a link ends after ${CHAT_LINK_DAYS} days`,
  access: signedIn,
  answer: z.object({
    accounts: z.array(chatAccount),
    is_slack_on: z.boolean().describe('Whether this installation takes commands from Slack.'),
  }),
})

export const createChatCode = endpoint({
  method: 'POST',
  path: '/chat/codes/',
  summary: `A code that links a chat account to the signed-in person, once and within ${CHAT_CODE_MINUTES} minutes; an earlier one ends`,
  access: signedIn,
  audits: 'Create Chat Code',
  answersSecret: true,
  body: write({}),
  answer: z.object({ code: z.string(), expires_date: z.iso.datetime() }),
})

export const deleteChatAccount = endpoint({
  method: 'DELETE',
  path: '/chat/accounts/',
  summary: 'Ends the link of a chat account of the signed-in person',
  access: signedIn,
  audits: 'Unlink Chat Account',
  body: write({ account_id: rowId }),
  answer: z.object({ account_id: z.number().int() }),
})
