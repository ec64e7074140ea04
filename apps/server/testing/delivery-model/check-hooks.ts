import { type WEBHOOK_SCHEMAS as Schemas, WEBHOOK_SCHEMAS } from '@aviary/contract/channels/events'
import { GROUP_OF_EVENT } from '@aviary/contract/channels/rules'
import { isInLedger, isWaiting } from './check-mails.ts'
import type { HookRow, Ledger } from './ledger.ts'
import { type HookEvent, type Model, type ModelChannel, mayHear, textIn } from './model.ts'
import type { HookTry } from './sender.ts'
import { promise } from './violation.ts'

const MOST_TRIES = 10
const LEASE_MS = 40_000

type Tries = readonly HookTry[]

/** Events of incidents follow from messages; of these the model checks audience and choice, and not what they say. */
const isFollowed = (type: string): boolean => type.startsWith('message.')

/** Gives each new event of the ledger to the one that the commands made, and finds none that is missing or too many. */
export function checkEvents(model: Model, ledger: Ledger): void {
  const byName = new Map<string, HookRow[]>()
  for (const row of ledger.hooks.values())
    if (isFollowed(row.event)) byName.set(row.event_name, [...(byName.get(row.event_name) ?? []), row])
  const isOpen = new Set(model.open().map(({ channelId }) => channelId))
  const known = new Set(model.events.map(({ name }) => name))
  const unnamed = model.events.filter(({ name }) => name === undefined)
  for (const [name, rows] of byName) {
    if (known.has(name)) continue
    const event = unnamed.find((candidate) => !candidate.name && candidate.type === rows[0]?.event)
    promise(event, `nobody made the event ${rows[0]?.event} of channels ${rows.map((row) => row.channel_id)}`)
    event.name = name
  }
  for (const event of model.events) {
    const heard = (byName.get(event.name ?? '') ?? []).map(({ channel_id }) => channel_id).toSorted()
    const expected = event.channels.filter((id) => isOpen.has(id)).toSorted()
    promise(
      heard.join() === expected.join(),
      `${event.type} of message ${event.message.messageId} goes to the channels ${heard}, not to ${expected}`,
    )
  }
}

/** What the ledger says of each delivery follows from what it said before, and from what the receiver did. */
export function checkHookStates(
  model: Model,
  { from, to, tries }: { from: Ledger; to: Ledger; tries: Tries },
): void {
  for (const [id, row] of to.hooks) {
    if (!isFollowed(row.event)) {
      if (!from.hooks.has(id)) checkChoice(model, row, from)
      continue
    }
    const channel = model.channels.find(({ channelId }) => channelId === row.channel_id)
    const event = model.events.find(({ name }) => name === row.event_name)
    promise(channel && event, `the delivery ${id} is of no event`)
    const own = tries.filter(({ path, held }) => path === channel.path && held?.name === row.event_name)
    const before = from.hooks.get(id)
    const isPaused = (to.channels.get(row.channel_id) ?? from.channels.get(row.channel_id))?.paused !== null
    const parts = { model, before, row, own, channel, event, isPaused }
    if ((before?.state ?? 'queued') !== row.state)
      promise(
        follows(parts),
        `delivery ${id} turned from ${before?.state ?? 'new'} to ${row.state} (${row.response}) without a reason`,
      )
    checkTruth(parts)
  }
  for (const [id, channel] of to.channels) checkCounts(id, { channel, to })
}

/** An event that the model does not follow goes to channels that chose it, or that were told of the same before. */
function checkChoice(model: Model, row: HookRow, earlier: Ledger): void {
  const group = groupOf(row.event)
  const channel = model.channels.find(({ channelId }) => channelId === row.channel_id)
  const isTold = [...earlier.hooks.values()].some(
    ({ channel_id, reference, event }) =>
      channel_id === row.channel_id && reference === row.reference && groupOf(event) === group,
  )
  promise(
    isTold || channel?.events.some((chosen) => chosen === group),
    `${row.event} goes to the channel ${row.channel_id}, which chose ${channel?.events}`,
  )
}

const groupOf = (type: string): string => GROUP_OF_EVENT[type as keyof typeof GROUP_OF_EVENT]

function checkCounts(
  id: number,
  { channel, to }: { channel: { waiting: number; failed: number }; to: Ledger },
) {
  const own = [...to.hooks.values()].filter(({ channel_id }) => channel_id === id)
  const waiting = own.filter(({ next_try_date }) => next_try_date !== null).length
  const failed = own.filter(({ state }) => state === 'failed').length
  promise(
    channel.waiting === waiting && channel.failed === failed,
    `channel ${id} counts ${channel.waiting} waiting and ${channel.failed} failed, not ${waiting} and ${failed}`,
  )
}

type Checked = {
  model: Model
  before: HookRow | undefined
  row: HookRow
  own: Tries
  channel: ModelChannel
  event: HookEvent
  isPaused: boolean
}

const isHeldBack = ({ model, event }: Pick<Checked, 'model' | 'event'>): boolean =>
  event.audience === 'EXTERNAL' &&
  event.type !== 'message.deleted' &&
  !event.message.isDeleted &&
  model.isInternal[event.message.incident] === true

function follows(checked: Checked): boolean {
  const { model, before, row, own, channel, event, isPaused } = checked
  const state = before?.state ?? 'queued'
  const hasFailed = own.some(({ isOver, isAccepted }) => isOver && !isAccepted)
  switch (row.state) {
    case 'sent':
      return own.some(({ isAccepted }) => isAccepted)
    case 'deferred':
      return hasFailed && isWaiting(state)
    case 'failed':
      return hasFailed && isWaiting(state)
    case 'stopped': {
      const isOutside = !mayHear(channel, event.audience)
      return isWaiting(state) && (isPaused || event.isWithdrawn || isOutside || isHeldBack(checked))
    }
    case 'queued':
      return model.replayedHooks.has(row.delivery_id)
    default:
      return false
  }
}

function checkTruth({ row, own, event, isPaused, model }: Checked): void {
  const about = `the delivery ${row.delivery_id} (${event.type}) of channel ${row.channel_id}`
  const isSent = row.state === 'sent'
  const accepted = own.filter(({ isAccepted }) => isAccepted)
  if (isSent) promise(accepted.length > 0, `${about} is sent, and the receiver never took it`)
  if (accepted.some(({ writtenIn }) => writtenIn) && !model.replayedHooks.has(row.delivery_id))
    promise(isSent, `the receiver took ${about}, and the ledger says ${row.state}`)
  if (isSent) promise(row.sent_date, `${about} is sent at no time`)
  const isDue = row.next_try_date !== null
  promise(
    isWaiting(row.state) === isDue,
    `${about} is ${row.state}, and its next try at ${row.next_try_date}`,
  )
  if (isDue) promise(!isPaused, `${about} waits, and its channel is paused`)
  if (isDue) promise(!event.isWithdrawn, `${about} waits, and was taken back`)
  if (row.state === 'failed')
    promise(
      row.attempts >= MOST_TRIES || row.response?.startsWith('410'),
      `${about} has failed after ${row.attempts} tries and ${row.response}`,
    )
}

/** A new request is allowed: of a delivery that waits and is due, to a channel that may hear of it, one at a time. */
export function checkHookStart(
  model: Model,
  started: HookTry,
  { ledger, tries }: { ledger: Pick<Ledger, 'hooks'>; tries: Tries },
) {
  const { path, held, clockAt, sender } = started
  const channel = model.channels.find((one) => one.path === path)
  const { type, data } = JSON.parse(held?.body ?? '{}') as { type: string; data: { is_internal?: boolean } }
  if (!isFollowed(type)) {
    const audience = data.is_internal === true ? 'INTERNAL' : 'EXTERNAL'
    promise(channel && mayHear(channel, audience), `${type} is internal, and was posted to ${path}`)
    return
  }
  const event = model.events.find(({ name }) => name === held?.name)
  promise(channel && event, `nobody knows the event ${held?.name} that was posted to ${path}`)
  const about = `${event.type} of message ${event.message.messageId} to channel ${channel.channelId}`
  promise(!channel.isDeleted, `${about} was sent, and the channel is deleted`)
  const row = [...ledger.hooks.values()].find(
    (one) => one.channel_id === channel.channelId && one.event_name === event.name,
  )
  promise(row, `${about} is in no ledger`)
  promise(isWaiting(row.state), `${about} was sent although it is ${row.state}`)
  promise(
    model.hasJumped || !(Date.parse(row.next_try_date ?? '') > clockAt),
    `${about} was sent before it is due`,
  )
  promise(mayHear(channel, event.audience), `${about} is internal, and the channel is for outsiders`)
  promise(!isHeldBack({ model, event }), `${about} was sent, and its incident is internal by now`)
  checkBody(event, { body: held?.body ?? '', locales: [channel.locale] })
  const earlier = tries.filter((other) => other !== started && other.path === path)
  const isRepeated = earlier.some((other) => other.held?.name === event.name && isInLedger(other, started))
  promise(
    !isRepeated || model.replayedHooks.has(row.delivery_id),
    `${about} was sent a second time, and the first copy is in the ledger`,
  )
  const isBusy = earlier.some(
    (other) => !other.isOver && !other.sender.isDead && clockAt < other.clockAt + LEASE_MS,
  )
  promise(!isBusy || model.hasJumped, `${about} was sent by ${sender.name} beside another request`)
}

/** A request says what its event says, in one of these languages, and to nobody outside its audience. */
export function checkBody(
  event: HookEvent,
  { body, locales }: { body: string; locales: readonly string[] },
): void {
  const parsed = WEBHOOK_SCHEMAS[event.type as keyof typeof Schemas].safeParse(JSON.parse(body))
  promise(parsed.success, `the body of ${event.type} does not match its schema: ${body}`)
  const data = parsed.data.data as { is_internal?: boolean }
  promise(
    data.is_internal === (event.audience === 'INTERNAL'),
    `the body of ${event.type} is for others: ${body}`,
  )
  if (event.audience === 'INTERNAL' || event.type === 'message.deleted') {
    promise(!/mark\d/.test(body), `the body of ${event.type} has the text: ${body}`)
    return
  }
  const marks = locales.map((locale) => textIn(event.message.versions[event.version - 1], locale))
  promise(
    marks.some((mark) => body.includes(mark)),
    `the body of ${event.type} lacks its text ${marks}: ${body}`,
  )
}

/** At the end nothing waits, and every channel has what it was to get, or the ledger says why not. */
export function checkHooksAtEnd({ hooks }: Ledger): void {
  for (const { delivery_id, channel_id, state, attempts } of hooks.values())
    promise(
      !isWaiting(state),
      `the delivery ${delivery_id} of channel ${channel_id} is lost: ${state} after ${attempts} tries`,
    )
}
