import { createHash } from 'node:crypto'
import type { WebhookEvent } from '@aviary/contract/channels/events'
import type { Clock } from '../clock.ts'
import type { DueDelivery } from './due/queries.ts'
import { type ChannelRules, judge, type Sent } from './kinds/kind.ts'
import type { Chat } from './kinds/queries.ts'
import { CHAT_SENDERS } from './kinds/senders.ts'
import { noAnswer, post } from './receivers.ts'
import type { Sealer } from './sealer.ts'
import { signedHeaders, validSecrets } from './standard-webhooks.ts'

type Sendable = Pick<
  DueDelivery,
  'channelId' | 'kind' | 'name' | 'bodies' | 'address' | 'target' | 'secret' | 'oldSecrets' | 'locale'
> & {
  /** What the ledger knows of earlier events; undefined for webhooks, and for a test. */
  chat: Chat | undefined
}

type Sending = { sealer: Sealer; rules: ChannelRules; clock: Clock }

/** Sends a delivery once. Throws if this process lacks the key: another process may have it. */
export const send = (due: Sendable, sending: Sending): Promise<Sent> =>
  due.kind === 'webhook' ? sendToWebhook(due, sending) : sendToChat(due.kind, due, sending)

const needsKey = () =>
  new Error('The address and secret of a channel were encrypted with another SECRETS_KEY')

const bodyOf = ({ bodies, locale }: Sendable): string => bodies[locale] ?? bodies.en ?? ''

async function sendToWebhook(due: Sendable, { sealer, rules, clock }: Sending): Promise<Sent> {
  const address = due.address && sealer.unseal(due.address)
  const secret = due.secret && sealer.unseal(due.secret)
  if (!address || !secret) throw needsKey()
  const at = clock()
  const old = validSecrets(due.oldSecrets, at).flatMap((old) => sealer.unseal(old.secret) ?? [])
  const body = bodyOf(due)
  const headers = signedHeaders({ name: due.name, body, at, secrets: [secret, ...old] })
  const answer = await post(address, {
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Aviary' },
    ...{ body, rules },
  })
  return { answer, verdict: judge(answer) }
}

async function sendToChat(
  kind: keyof typeof CHAT_SENDERS,
  due: Sendable,
  { sealer, rules }: Sending,
): Promise<Sent> {
  const address = due.address && sealer.unseal(due.address)
  if (!address) throw needsKey()
  const { channelId, target, name, locale, chat } = due
  // Stored by this server, from a value of this type.
  const event = JSON.parse(bodyOf(due)) as WebhookEvent
  if (event.type === 'message.deleted' && !chat?.earlier && !chat?.messageKey)
    return { answer: noAnswer('The message that it takes back was not posted'), verdict: 'needless' }
  const thread = `${channelId}/${chat?.reference}`
  return CHAT_SENDERS[kind]({
    ...{ address, target, name, event, locale, rules, startedAt: performance.now() },
    threadId: createHash('sha256').update(thread).digest('hex').slice(0, 32),
    messageKey: chat?.messageKey ?? null,
    isPosted: chat?.isPosted ?? false,
    earlier: chat?.earlier,
    thread: chat?.thread,
  })
}
