import type { SlackCommand, SlackMessage } from '@aviary/contract/chat/endpoints'
import * as endpoints from '@aviary/contract/chat/endpoints'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type ChannelRules, escapeMarkup, post, toLink } from '../../channels/public.ts'
import { findAccount, linkAccount } from '../../features/chat/public.ts'
import { listIdsInChatChannel } from '../../features/incidents/public.ts'
import { findPerson } from '../../features/session/public.ts'
import { type Call, type Route, serve } from '../../http/call.ts'
import type { CallAs, openCallAs } from '../../http/call-as.ts'
import { InvalidInput, toProblem } from '../../http/errors.ts'
import { isRepeated } from '../deliveries.ts'
import { answer, incidentLink } from './answer.ts'
import { answerButton, answerCommand, answerHelp, isRead } from './answer-command.ts'
import { type Chat, findIncidentHere, type Sender } from './chat.ts'
import { splitWord, toTyped } from './command-text.ts'
import { type Reaction, readReaction } from './reaction.ts'
import type { SlackApi } from './slack-api.ts'
import { takeMessage } from './take-message.ts'

type SlackParts = {
  callAs: ReturnType<typeof openCallAs>
  /** Address of Aviary, without a slash at the end. */
  site: string
  rules: ChannelRules
  /** The reaction that takes a message into the story of an incident, and what reads it; undefined if none does. */
  reactions: { name: string; api: SlackApi } | undefined
  log: FastifyBaseLogger
}

type Incoming = Pick<Call, 'db' | 'now' | 'network' | 'requestId'>

/** Slack gives up after three seconds. What takes longer is answered at the address that it sends. */
const ANSWERS_WITHIN_MS = 2_000

const NOT_LINKED = (site: string) =>
  answer(
    `Your Slack account is not linked to Aviary, or its link has ended. Open ${toLink(`${site}/sessions`, 'your sessions')}, press *Link a chat account*, and send \`/aviary link CODE\` here. Nothing was done.`,
  )

/**
 * Commands and buttons of Slack. Whatever they do is a call that the linked person makes. `settled` resolves when what
 * goes on after its request was answered has ended.
 */
export function openSlackRoutes({ callAs, site, rules, reactions, log }: SlackParts): {
  routes: Route[]
  settled: () => Promise<unknown>
} {
  const late = new Set<Promise<void>>()

  async function openChat(call: Incoming, { user, channel }: Sender): Promise<Chat | undefined> {
    const { db, now, network, requestId } = call
    const account = await findAccount(db, user, now)
    if (!account) return undefined
    const ask: CallAs = callAs({
      findPerson: () => findPerson(db, account.userId),
      // Which account it was: a person may have several.
      application: `Slack (${user.team}/${user.chatUser})`.slice(0, LONGEST_APPLICATION),
      ...{ network, requestId },
    })
    const { email, accountId, userId } = account
    return { ask, db, now, email, userId, accountId, team: user.team, channel, site }
  }

  /** A refusal is an answer, too: Slack shows nothing of any other status than 200. */
  async function answerOrRefuse(
    requestId: string,
    work: () => Promise<SlackMessage>,
  ): Promise<{ message: SlackMessage; isRefusal: boolean }> {
    try {
      return { message: await work(), isRefusal: false }
    } catch (error) {
      const { status, detail, errors } = toProblem(error, requestId)
      if (status >= 500) log.error({ err: error }, 'a command of Slack failed')
      const reason = errors
        ?.map(({ path, message }) => `${path.replace(/^body\./, '')}: ${message}`)
        .join('; ')
      return { message: answer(`:warning: ${escapeMarkup(reason ?? detail)}`), isRefusal: true }
    }
  }

  async function respond(address: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', 'user-agent': 'Aviary' }
    const sent = await post(address, { headers, body: JSON.stringify(body), rules })
    if (sent.status !== 200) log.warn({ status: sent.status, answer: sent.answer }, 'Slack took no answer')
  }

  /** Goes on after the request was answered, also while the process stops. */
  function goOn(work: Promise<void>): void {
    const logged = work.catch((error: unknown) => log.error({ err: error }, 'Slack was not answered'))
    late.add(logged)
    void logged.then(() => late.delete(logged))
  }

  async function answerText(call: Incoming, text: string, sender: Sender): Promise<SlackMessage> {
    const { word, rest } = splitWord(text)
    if (word.toLowerCase() === 'link') {
      const { db, now, requestId } = call
      const { user, name } = sender
      const code = toTyped(rest)
      const email = await linkAccount(db, { user, name, code, application: 'Slack', requestId, now })
      return answer(
        `Your Slack account acts as ${escapeMarkup(email)} in Aviary now. \`/aviary help\` shows what it can do.`,
      )
    }
    const chat = await openChat(call, sender)
    if (!chat) return word.toLowerCase() === 'help' ? answerHelp() : NOT_LINKED(site)
    return answerCommand(chat, text)
  }

  /** Signed requests can be caught and sent again; each says when it was signed, so no two are the same. */
  const isSecond = ({ db, now, headers, rawBody = Buffer.alloc(0) }: Signed): Promise<boolean> =>
    isRepeated(db, 'slack', { rawBody: signedBytes(headers, rawBody), headers, now })

  async function take(call: Call<typeof endpoints.slackCommand>): Promise<SlackMessage> {
    const { body, requestId } = call
    const text = body.text ?? ''
    const work = answerOrRefuse(requestId, async () => {
      if (!isRead(text) && (await isSecond(call)))
        return answer(':warning: This command has come before. Nothing was done.')
      return answerText(call, text, senderOf(body))
    })
    const inTime = await within(work)
    if (inTime) return inTime.message
    const { response_url: address } = body
    goOn(work.then(({ message }) => (address === undefined ? undefined : respond(address, message))))
    return answer('One moment …')
  }

  async function press(call: Call<typeof endpoints.slackAction>) {
    const pressed = readPress(call.body.payload)
    if (!pressed) {
      log.warn('a button of Slack was pressed that Aviary does not know')
      return {}
    }
    const { sender, button, address } = pressed
    const work = answerOrRefuse(call.requestId, async () => {
      if (await isSecond(call)) return answer(':warning: This press has come before. Nothing was done.')
      const chat = await openChat(call, sender)
      return chat ? answerButton(chat, button) : NOT_LINKED(site)
    }).then(async ({ message, isRefusal }) => {
      const isPublic = message.response_type === 'in_channel'
      if (isPublic) await respond(address, { delete_original: true })
      // What was refused stays with its buttons: it may be pressed again, and nothing typed is lost.
      await respond(address, { ...message, replace_original: !isPublic && !isRefusal })
    })
    goOn(work)
    await within(work)
    return {}
  }

  /** Takes the message, and tells whoever reacted, alone, what became of it. Nothing in other channels. */
  async function react(call: Incoming, reaction: Reaction, api: SlackApi): Promise<void> {
    const { message, sender } = reaction
    const ids = await listIdsInChatChannel(call.db, sender.channel, call.now)
    if (ids.length === 0) return
    const work = await answerOrRefuse(call.requestId, async () => {
      const chat = await openChat(call, sender)
      if (!chat) return NOT_LINKED(site)
      const jiraId = await findIncidentHere(chat)
      const link = incidentLink(site, jiraId)
      const isTaken = await takeMessage(chat, { jiraId, message, api })
      return answer(
        isTaken ? `${link}: the message is in the story, internal.` : `${link} has this message already.`,
      )
    })
    const { channel } = message
    const note = { channel, user: sender.user.chatUser, text: work.message.text }
    await api('chat.postEphemeral', note).catch((error: unknown) =>
      log.warn({ err: error }, 'whoever reacted in Slack was not told what became of it'),
    )
  }

  async function takeEvent(call: Call<typeof endpoints.slackEvent>) {
    const { body } = call
    if (body.type === 'url_verification')
      return { challenge: String(body.challenge ?? '').slice(0, LONGEST_CHALLENGE) }
    const reaction = reactions && readReaction(body, reactions.name)
    if (!reactions || !reaction || (await isSecond(call))) return {}
    const work = react(call, reaction, reactions.api)
    goOn(work)
    await within(work.catch(() => undefined))
    return {}
  }

  return {
    routes: [
      serve(endpoints.slackEvent, takeEvent),
      serve(endpoints.slackCommand, take),
      serve(endpoints.slackAction, press),
    ],
    settled: () => Promise.all(late),
  }
}

const LONGEST_APPLICATION = 100
const LONGEST_CHALLENGE = 1_000
type Signed = Pick<Call, 'db' | 'now' | 'headers' | 'rawBody'>

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
  user: z.object({
    id: z.string().max(LONGEST),
    username: z.string().max(LONGEST).optional(),
    team_id: z.string().max(LONGEST).optional(),
  }),
  // Null for an app that was installed for a whole organization.
  team: z.object({ id: z.string().max(LONGEST) }).nullish(),
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
  const teamId = team?.id ?? user.team_id
  if (!action || teamId === undefined) return undefined
  const sender: Sender = {
    user: { chat: 'slack', team: teamId, chatUser: user.id },
    name: user.username ?? user.id,
    channel: { name: channel?.name ?? '', id: channel?.id ?? '' },
  }
  return { sender, button: { action: action.action_id, value: action.value }, address }
}
