import type { EventGroup } from '@aviary/contract/channels/rules'
import { audienceOf } from '@aviary/contract/messages/rules'
import type { Ledger } from './ledger.ts'
import { INTERNAL_DOMAIN, type MessageType } from './world.ts'

export type Audience = 'INTERNAL' | 'EXTERNAL'
type Texts = { en: string; de?: string }

export type Message = {
  messageId: number
  incident: number
  type: MessageType
  /** What each version says, by language; the last one is today's. */
  versions: Texts[]
  isDeleted: boolean
}

export type Broadcast = {
  message: Message
  version: number
  audience: Audience
  /** Who must get it, as `address language`. */
  recipients: string[]
}

export type HookEvent = {
  type: 'message.published' | 'message.edited' | 'message.corrected' | 'message.deleted'
  message: Message
  version: number
  audience: Audience
  /** Ids of the channels that must hear of it. */
  channels: number[]
  isWithdrawn: boolean
  /** The header `webhook-id`, once the ledger shows it. */
  name?: string
}

export type ModelChannel = {
  channelId: number
  slot: number
  path: string
  audience: Audience
  types: MessageType[]
  /** Groups of events that it has chosen. */
  events: readonly EventGroup[]
  locale: string
  isDeleted: boolean
}

type Subscription = { types: MessageType[]; locale: string }

/** What must be true, kept from the commands alone. */
export class Model {
  readonly subscriptions = new Map<string, Subscription>()
  readonly messages: Message[] = []
  readonly broadcasts = new Map<number, Broadcast>()
  readonly events: HookEvent[] = []
  readonly channels: ModelChannel[] = []
  readonly isInternal = [false, true]
  /** Mails with a text that a correction has replaced. */
  readonly replaced = new Set<number>()
  /** When a mail that failed may be tried again. */
  readonly dueAgain = new Map<number, number>()
  /** How often a person had a delivery sent again. */
  readonly retriedMails = new Map<number, number>()
  readonly replayedHooks = new Map<number, number>()
  /** Clocks have jumped: leases end earlier or later than they should. */
  hasJumped = false
  private marks = 0

  present = () => this.messages.filter(({ isDeleted }) => !isDeleted)
  open = () => this.channels.filter(({ isDeleted }) => !isDeleted)

  /** A text that no other version of a message has. */
  newTexts(isGerman: boolean): Texts {
    this.marks += 1
    return { en: `mark${this.marks}en`, ...(isGerman && { de: `mark${this.marks}de` }) }
  }

  audience = ({ incident, type }: Pick<Message, 'incident' | 'type'>): Audience =>
    audienceOf(this.isInternal[incident] ?? false, type)

  /** Whom a new message is mailed to. */
  subscribers(type: MessageType, { audience, texts }: { audience: Audience; texts: Texts }): string[] {
    return [...this.subscriptions]
      .filter(([, { types }]) => types.includes(type))
      .filter(([email]) => audience === 'EXTERNAL' || email.endsWith(`@${INTERNAL_DOMAIN}`))
      .map(([email, { locale }]) => `${email} ${locale === 'de' && texts.de ? 'de' : 'en'}`)
      .toSorted()
  }

  /** The channels that hear of a new message. */
  subscribed = (type: MessageType, audience: Audience): number[] =>
    this.open()
      .filter(({ types, events }) => types.includes(type) && events.includes('messages'))
      .filter((channel) => mayHear(channel, audience))
      .map(({ channelId }) => channelId)

  /** The channels that were told of a message, are still to be, or can be sent it again. */
  told(message: Message, audience: Audience, ledger: Ledger): number[] {
    const events = new Map(
      this.events.filter((event) => event.message === message).map((event) => [event.name, event]),
    )
    const told = new Set<number>()
    for (const row of ledger.hooks.values()) {
      const event = events.get(row.event_name)
      if (event && (row.state !== 'stopped' || row.sent_date !== null || !event.isWithdrawn))
        told.add(row.channel_id)
    }
    return this.open()
      .filter((channel) => told.has(channel.channelId) && mayHear(channel, audience))
      .map(({ channelId }) => channelId)
  }

  /** EXTERNAL if outsiders may know of the message from channels; undefined if none does. */
  toldAudience(message: Message): Audience | undefined {
    const told = this.events.filter(
      (event) => event.message === message && !event.isWithdrawn && event.type !== 'message.deleted',
    )
    return told.find(({ audience }) => audience === 'EXTERNAL')?.audience ?? told[0]?.audience
  }

  mayHear(channelId: number, audience: Audience): boolean {
    const channel = this.open().find((one) => one.channelId === channelId)
    return channel !== undefined && mayHear(channel, audience)
  }

  addEvent(event: Omit<HookEvent, 'isWithdrawn' | 'name'>): void {
    if (event.channels.length > 0) this.events.push({ ...event, isWithdrawn: false })
  }

  /** The message is gone for those who heard of it. */
  addDeletion(message: Message, ledger: Ledger): number[] {
    const audience = this.toldAudience(message)
    if (!audience) return []
    const channels = this.told(message, audience, ledger)
    this.addEvent({ type: 'message.deleted', message, version: 0, audience, channels })
    for (const event of this.events)
      if (event.message === message && event.type !== 'message.deleted') event.isWithdrawn = true
    return channels
  }

  /** The latest mail of a message to each address that has it or still waits for it. */
  latestMails(message: Message, ledger: Ledger) {
    const latest = new Map<
      string,
      { id: number; email: string; locale: string; version: number; audience: Audience }
    >()
    const rows = [...ledger.mails.values()].toSorted((a, b) => a.broadcast_id - b.broadcast_id)
    for (const { delivery_id: id, broadcast_id, email, locale, state } of rows) {
      const broadcast = this.broadcasts.get(broadcast_id)
      if (broadcast?.message !== message || !['sent', 'queued', 'deferred'].includes(state)) continue
      latest.set(email, { id, email, locale, version: broadcast.version, audience: broadcast.audience })
    }
    return [...latest.values()]
  }
}

export const mayHear = (channel: Pick<ModelChannel, 'audience'>, audience: Audience): boolean =>
  audience === 'EXTERNAL' || channel.audience === 'INTERNAL'

export const textIn = (texts: Texts | undefined, locale: string): string =>
  (locale === 'de' ? texts?.de : undefined) ?? texts?.en ?? ''

export const textsOf = (message: Message): Texts => message.versions.at(-1) ?? { en: '' }
