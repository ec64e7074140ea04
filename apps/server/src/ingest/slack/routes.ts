import type { SlackCommand, SlackMessage } from '@aviary/contract/chat/endpoints'
import * as endpoints from '@aviary/contract/chat/endpoints'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type ChannelRules, escapeMarkup, post, toLink } from '../../channels/public.ts'
import { type ChatUser, getAccount, linkAccount } from '../../features/chat/public.ts'
import { findPerson } from '../../features/session/public.ts'
import { type Call, type Route, serve } from '../../http/call.ts'
import type { CallAs, openCallAs } from '../../http/call-as.ts'
import { InvalidInput, Refusal, toProblem } from '../../http/errors.ts'
import { isRepeated } from '../deliveries.ts'
import { answer } from './answer.ts'
import { answerButton, answerCommand, answerHelp } from './answer-command.ts'
import type { Chat } from './chat.ts'
import { splitWord, toTyped } from './command-text.ts'

type SlackParts = {
  callAs: ReturnType<typeof openCallAs>
  /** Address of Aviary, without a slash at the end. */
  site: string
  rules: ChannelRules
  log: FastifyBaseLogger
}

type Incoming = Pick<Call, 'db' | 'now' | 'network' | 'requestId'>
type Sender = { user: ChatUser; name: string; channel: Chat['channel'] }

/** Slack gives up after three seconds. What takes longer is answered at the address that it sends. */
const ANSWERS_WITHIN_MS = 2_000

const NOT_LINKED = (site: string) =>
  answer(
    `Your Slack account is not linked to Aviary yet. Open ${toLink(`${site}/sessions`, 'your sessions')}, press *Link a chat account*, and send \`/aviary link CODE\` here. Nothing was done.`,
  )

/** Commands and buttons of Slack. Whatever they do is a call that the linked person makes. */
export function slackRoutes({ callAs, site, rules, log }: SlackParts): Route[] {
  async function openChat(
    { db, now, network }: Incoming,
    { user, channel }: Sender,
  ): Promise<Chat | undefined> {
    const account = await getAccount(db, user)
    if (!account) return undefined
    const ask: CallAs = callAs({
      findPerson: () => findPerson(db, account.userId),
      ...{ application: 'Slack', network },
    })
    const { email, accountId } = account
    return { ask, db, now, email, accountId, team: user.team, channel, site }
  }

  /** A refusal is an answer, too: Slack shows nothing of any other status than 200. */
  async function answerOrRefuse(
    incoming: Incoming,
    work: () => Promise<SlackMessage>,
  ): Promise<SlackMessage> {
    try {
      return await work()
    } catch (error) {
      const { status, detail, errors } = toProblem(error, incoming.requestId)
      if (!(error instanceof Refusal) && status >= 500) log.error({ err: error }, 'a command of Slack failed')
      const reason = errors
        ?.map(({ path, message }) => `${path.replace(/^body\./, '')}: ${message}`)
        .join('; ')
      return answer(`:warning: ${escapeMarkup(reason ?? detail)}`)
    }
  }

  async function respond(address: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', 'user-agent': 'Aviary' }
    const sent = await post(address, { headers, body: JSON.stringify(body), rules })
    if (sent.status !== 200) log.warn({ status: sent.status, answer: sent.answer }, 'Slack took no answer')
  }

  async function answerText(call: Incoming, text: string, sender: Sender): Promise<SlackMessage> {
    const { word, rest } = splitWord(text)
    if (word.toLowerCase() === 'link') {
      const { db, now } = call
      const email = await linkAccount(db, {
        ...{ user: sender.user, name: sender.name, application: 'Slack', now },
        ...{ code: toTyped(rest), requestId: call.requestId },
      })
      return answer(
        `Your Slack account acts as ${escapeMarkup(email)} in Aviary now. \`/aviary help\` shows what it can do.`,
      )
    }
    const chat = await openChat(call, sender)
    if (!chat) return word.toLowerCase() === 'help' ? answerHelp() : NOT_LINKED(site)
    return answerCommand(chat, text)
  }

  async function take(call: Call<typeof endpoints.slackCommand>): Promise<SlackMessage> {
    const { body, db, now, headers, rawBody = Buffer.alloc(0) } = call
    // Signed commands can be caught and sent again; each says when it was signed, so no two are the same.
    if (await isRepeated(db, 'slack', { rawBody: signedBytes(headers, rawBody), headers, now }))
      return answer(':warning: This command has come before. Nothing was done.')
    const work = answerOrRefuse(call, () => answerText(call, body.text ?? '', senderOf(body)))
    const inTime = await within(work)
    if (inTime) return inTime
    const { response_url: address } = body
    if (address !== undefined) void work.then((late) => respond(address, late)).catch(logFailure)
    return answer('One moment …')
  }

  const logFailure = (error: unknown) => log.error({ err: error }, 'Slack was not answered')

  async function press(call: Call<typeof endpoints.slackAction>) {
    const { db, now, headers, rawBody = Buffer.alloc(0), body } = call
    const pressed = readPress(body.payload)
    if (!pressed || (await isRepeated(db, 'slack', { rawBody: signedBytes(headers, rawBody), headers, now })))
      return {}
    const { sender, button, address } = pressed
    const work = answerOrRefuse(call, async () => {
      const chat = await openChat(call, sender)
      return chat ? answerButton(chat, button) : NOT_LINKED(site)
    }).then(async (message) => {
      const isPublic = message.response_type === 'in_channel'
      if (isPublic) await respond(address, { delete_original: true })
      await respond(address, { ...message, replace_original: !isPublic })
    })
    work.catch(logFailure)
    await within(work)
    return {}
  }

  return [serve(endpoints.slackCommand, take), serve(endpoints.slackAction, press)]
}

/** Waits for the work, but not for long; undefined if it goes on. */
const within = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work,
    new Promise<undefined>((done) => setTimeout(() => done(undefined), ANSWERS_WITHIN_MS).unref()),
  ])

const signedBytes = (headers: Call['headers'], rawBody: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${headers['x-slack-request-timestamp']}:`), rawBody])

const senderOf = (body: SlackCommand): Sender => ({
  user: { chat: 'slack', team: body.team_id, chatUser: body.user_id },
  name: body.user_name ?? body.user_id,
  channel: { name: body.channel_name ?? '', id: body.channel_id },
})

const LONGEST = 200
const pressPayload = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string().max(LONGEST), username: z.string().max(LONGEST).optional() }),
  team: z.object({ id: z.string().max(LONGEST) }),
  channel: z
    .object({ id: z.string().max(LONGEST), name: z.string().max(LONGEST) })
    .partial()
    .optional(),
  response_url: z.url({ protocol: /^https?$/ }).max(2_000),
  actions: z.array(z.object({ action_id: z.string().max(LONGEST), value: z.string().max(2_000) })).min(1),
})

/** Undefined for what is no press of one of our buttons. Throws InvalidInput if the payload is not JSON. */
function readPress(payload: string) {
  let json: unknown
  try {
    json = JSON.parse(payload)
  } catch {
    throw new InvalidInput('payload is not JSON')
  }
  const parsed = pressPayload.safeParse(json)
  if (!parsed.success) return undefined
  const { user, team, channel, response_url: address, actions } = parsed.data
  const [action] = actions
  if (!action) return undefined
  const sender: Sender = {
    user: { chat: 'slack', team: team.id, chatUser: user.id },
    name: user.username ?? user.id,
    channel: { name: channel?.name ?? '', id: channel?.id ?? '' },
  }
  return { sender, button: { action: action.action_id, value: action.value }, address }
}
