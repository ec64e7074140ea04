import { noAnswer } from '../receivers.ts'
import { isAccepted, type Outgoing, type Sent } from './kind.ts'
import { type Notice, toLine, toNotice } from './notice.ts'
import { postJson } from './post-json.ts'
import { toSlackMessage } from './slack-blocks.ts'

/** Errors after which no try will be accepted: the Slack channel, the app or the token is gone. */
const GONE = new Set([
  ...['channel_not_found', 'is_archived', 'account_inactive', 'invalid_auth', 'not_authed'],
  ...['team_access_not_granted', 'team_not_found', 'token_expired', 'token_revoked', 'org_login_required'],
])
/** The message that is to be edited or answered is not there any more. */
const NO_MESSAGE = new Set(['message_not_found', 'thread_not_found', 'cant_update_message'])

type Reply = Sent & { error: string | undefined }

/** Calls a method of Slack, which answers 200 with `ok: false` to what it refuses. */
async function call(method: string, body: object, out: Outgoing): Promise<Reply> {
  const answer = await postJson(
    `${out.rules.slackUrl}/${method}`,
    { channel: out.target, ...body },
    { ...out, headers: { authorization: `Bearer ${out.address}` } },
  )
  const { ok, ts, error } = readJson(answer.body)
  const code = typeof error === 'string' ? error : undefined
  if (isAccepted(answer) && ok === true)
    return {
      answer,
      verdict: 'accepted',
      messageKey: typeof ts === 'string' ? ts : undefined,
      error: undefined,
    }
  return { answer, verdict: code && GONE.has(code) ? 'gone' : 'refused', error: code }
}

const readJson = (text: string): { ok?: unknown; ts?: unknown; error?: unknown } => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const isMissing = ({ error }: Reply): boolean => error !== undefined && NO_MESSAGE.has(error)

/**
 * Posts to a Slack channel as an app. The first message about an incident begins a thread, in which the others
 * follow; its title and facts are edited to tell the present state. Edits, corrections and deletions edit the message
 * that they are about.
 */
export async function sendToSlack(out: Outgoing): Promise<Sent> {
  const { event, earlier, thread, messageKey } = out
  // An earlier try has posted it, and failed to edit the first message.
  if (messageKey !== null) return showState(out, messageKey)
  if (earlier?.messageKey) return replace(out, earlier.messageKey)
  if (event.type === 'message.deleted') return NOTHING_TO_DO
  return thread ? reply(out, thread.key) : begin(out)
}

const NOTHING_TO_DO: Sent = {
  answer: noAnswer('The message was never posted'),
  verdict: 'accepted',
}

/** Edits the message that an earlier event became. */
async function replace(out: Outgoing, key: string): Promise<Sent> {
  const isFirst = key === out.thread?.key
  const edited = await edit(key, isFirst ? toFirst(out) : noticeOf(out), out)
  if (isMissing(edited)) {
    if (out.event.type === 'message.deleted')
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
  if (isMissing(posted)) return begin(out)
  return posted.messageKey === undefined ? posted : showState(out, posted.messageKey)
}

/** Edits the first message of the thread to tell the present state. One that is gone there is no fault. */
async function showState(out: Outgoing, messageKey: string): Promise<Sent> {
  if (!out.thread) return { answer: noAnswer('There is no thread'), verdict: 'accepted', messageKey }
  const edited = await edit(out.thread.key, toFirst(out), out)
  if (isMissing(edited)) return { ...edited, verdict: 'accepted', messageKey, ...NO_THREAD }
  return { ...edited, messageKey }
}

const noticeOf = ({ event, earlier, locale }: Outgoing): Notice =>
  toNotice({ event, earlier: earlier?.event, locale })

const post = (out: Outgoing, where: object): Promise<Reply> => {
  const metadata = { event_type: 'aviary_event', event_payload: { id: out.name } }
  return call('chat.postMessage', { ...toSlackMessage(noticeOf(out)), metadata, ...where }, out)
}

const edit = (key: string, notice: Notice, out: Outgoing): Promise<Reply> =>
  call('chat.update', { ...toSlackMessage(notice), ts: key }, out)

/** The first message of the thread: its own text, with the title and the facts of the newest. */
function toFirst(out: Outgoing): Notice {
  const { earlier, thread, locale } = out
  const isAboutFirst = earlier?.messageKey === thread?.key
  const own =
    isAboutFirst || !thread ? noticeOf(out) : toNotice({ event: thread.first, earlier: undefined, locale })
  const state = thread?.newest && toNotice({ event: thread.newest, earlier: undefined, locale })
  if (!state) return own
  const { title, facts, severity, isResolved } = state
  return { ...own, title, facts, severity, isResolved }
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
