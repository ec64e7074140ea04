import { noAnswer } from '../receivers.ts'
import { isAccepted, type Outgoing, type Sent } from './kind.ts'
import { type Notice, toLine, toNotice } from './notice.ts'
import { postJson } from './post-json.ts'
import { toSlackMessage } from './slack-blocks.ts'

/** Errors after which no try will be accepted: the app or its token is gone, or the Slack channel is archived. */
const GONE = new Set([
  ...['is_archived', 'account_inactive', 'invalid_auth', 'not_authed', 'token_expired', 'token_revoked'],
  ...['team_access_not_granted', 'team_not_found', 'org_login_required'],
])
/** Errors that another try may not get. Any other error says that a message cannot be edited or answered. */
const PASSING = new Set([
  ...[
    'ratelimited',
    'rate_limited',
    'internal_error',
    'fatal_error',
    'request_timeout',
    'service_unavailable',
  ],
  ...['team_added_to_org', 'channel_not_found', 'not_in_channel', 'missing_scope'],
])
/** What people can do about an error that does not explain itself. */
const HINTS: Record<string, string> = {
  channel_not_found: 'there is no such Slack channel, or it is private and the app is not invited to it',
  not_in_channel: 'invite the app to the Slack channel',
  is_archived: 'the Slack channel is archived',
  missing_scope: 'give the Slack app the scope chat:write, and install it again',
  invalid_auth: 'the bot token is wrong',
  token_revoked: 'the bot token was revoked',
  account_inactive: 'the Slack app was removed',
}

/** Time for all requests of one try; a lane belongs to it for longer. */
const WITHIN_MS = 30_000
const REQUEST_MS = 15_000

type Reply = Sent & {
  error: string | undefined
  /** The message that it answers, as Slack says. */
  threadTs: string | undefined
}

/** Calls a method of Slack, which answers 200 with `ok: false` to what it refuses. */
async function call(method: string, body: object, out: Outgoing): Promise<Reply> {
  const withinMs = Math.min(REQUEST_MS, WITHIN_MS - (performance.now() - out.startedAt))
  const answer = await postJson(
    `${out.rules.slackUrl}/${method}`,
    { channel: out.target, ...body },
    {
      ...out,
      headers: { authorization: `Bearer ${out.address}` },
      withinMs: Math.max(1, Math.round(withinMs)),
    },
  )
  const { ok, ts, error, message } = readJson(answer.body)
  const found = { messageKey: undefined, threadTs: undefined, error: undefined }
  if (isAccepted(answer) && ok === true)
    return {
      answer,
      verdict: 'accepted',
      ...found,
      messageKey: textOf(ts),
      threadTs: textOf(message?.thread_ts),
    }
  const code = textOf(error)
  if (code === undefined) return { answer, verdict: 'refused', ...found }
  const hint = HINTS[code] ? `${code}: ${HINTS[code]}` : code
  const verdict = GONE.has(code) ? 'gone' : 'refused'
  return { answer: { ...answer, answer: hint }, verdict, ...found, error: code }
}

type SlackAnswer = { ok?: unknown; ts?: unknown; error?: unknown; message?: { thread_ts?: unknown } }

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const readJson = (text: string): SlackAnswer => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** Slack will never edit or answer this message: somebody removed it, or the time for edits is over. */
const isRefusedForGood = ({ error }: Reply): boolean =>
  error !== undefined && !PASSING.has(error) && !GONE.has(error)

/**
 * Posts to a Slack channel as an app. The first message about an incident begins a thread, in which the others
 * follow; its title and facts are edited to tell the present state. Edits, corrections and deletions edit the message
 * that they are about.
 */
export async function sendToSlack(out: Outgoing): Promise<Sent> {
  const { earlier, thread, messageKey } = out
  if (messageKey !== null && out.isPosted) return showState(out, messageKey)
  const key = messageKey ?? earlier?.messageKey
  if (key) return replace(out, key)
  return thread ? reply(out, thread.key) : begin(out)
}

/** Edits the message that an earlier event, or an earlier sending of this one, became. */
async function replace(out: Outgoing, key: string): Promise<Sent> {
  const isFirst = key === out.thread?.key
  const edited = await edit(key, isFirst ? toFirst(out) : noticeOf(out), out)
  if (isRefusedForGood(edited)) {
    if (out.event.type === 'message.deleted' && edited.error === 'message_not_found')
      return { ...edited, verdict: 'accepted', ...(isFirst && NO_THREAD) }
    return isFirst || !out.thread ? begin(out) : reply(out, out.thread.key)
  }
  return edited.verdict === 'accepted' && !isFirst ? showState(out, key) : edited
}

const NO_THREAD = { threadKey: null }

/** Posts the first message of a thread. */
async function begin(out: Outgoing): Promise<Sent> {
  const first = await post(out, {})
  return out.event.type === 'webhook.test' ? first : { ...first, threadKey: first.messageKey }
}

/** Posts a message in the thread; the end of an incident is shown in the Slack channel, too. */
async function reply(out: Outgoing, threadKey: string): Promise<Sent> {
  const posted = await post(out, { thread_ts: threadKey, reply_broadcast: noticeOf(out).isResolved })
  if (isRefusedForGood(posted)) return begin(out)
  if (posted.messageKey === undefined) return posted
  // Slack answers a message that somebody removed by posting outside of any thread: a new one begins there.
  if (posted.threadTs === undefined) return { ...posted, threadKey: posted.messageKey }
  return showState(out, posted.messageKey)
}

/** Edits the first message of the thread to tell the present state. One that cannot be edited is no fault. */
async function showState(out: Outgoing, messageKey: string): Promise<Sent> {
  if (!out.thread)
    return { answer: noAnswer('It was posted; its thread is gone'), verdict: 'accepted', messageKey }
  const edited = await edit(out.thread.key, toFirst(out), out)
  if (!isRefusedForGood(edited)) return { ...edited, messageKey }
  const isGone = edited.error === 'message_not_found'
  return { ...edited, verdict: 'accepted', messageKey, ...(isGone && NO_THREAD) }
}

const noticeOf = ({ event, earlier, locale }: Outgoing): Notice =>
  toNotice({ event, earlier: earlier?.event, locale })

const post = (out: Outgoing, where: object): Promise<Reply> => {
  const metadata = { event_type: 'aviary_event', event_payload: { id: out.name } }
  return call('chat.postMessage', { ...toSlackMessage(noticeOf(out)), metadata, ...where }, out)
}

const edit = (key: string, notice: Notice, out: Outgoing): Promise<Reply> =>
  call('chat.update', { ...toSlackMessage(notice), ts: key }, out)

/** The first message of the thread: its own text, and all else of the newest. */
function toFirst(out: Outgoing): Notice {
  const { earlier, thread, locale, messageKey } = out
  const isAboutFirst = (messageKey ?? earlier?.messageKey) === thread?.key
  const own =
    isAboutFirst || !thread ? noticeOf(out) : toNotice({ event: thread.first, earlier: undefined, locale })
  const state = thread?.newest && toNotice({ event: thread.newest, earlier: undefined, locale })
  return state ? { ...state, label: undefined, text: own.text || own.title, isCut: own.isCut } : own
}

/** Answers of an incoming webhook that is gone: it was removed, or its Slack channel. */
const WEBHOOK_GONE = /^(no_service|no_team|channel_not_found|channel_is_archived|team_disabled)/

/** Posts to an incoming webhook of Slack. It tells no name of the message: there are no threads and no edits. */
export async function sendToSlackWebhook(out: Outgoing): Promise<Sent> {
  const notice = noticeOf(out)
  const answer = await postJson(
    out.address,
    toSlackMessage({ ...notice, title: toLine(notice), label: undefined }),
    out,
  )
  if (isAccepted(answer)) return { answer, verdict: 'accepted' }
  const isGone = answer.status === 410 || WEBHOOK_GONE.test(answer.body.trim())
  return { answer, verdict: isGone ? 'gone' : 'refused' }
}
