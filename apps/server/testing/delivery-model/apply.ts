import * as channels from '@aviary/contract/channels/endpoints'
import { EVENT_GROUPS, type EventGroup } from '@aviary/contract/channels/rules'
import { retryDeliveries, unsubscribe } from '@aviary/contract/deliveries/endpoints'
import { subscribe } from '@aviary/contract/subscriptions/endpoints'
import { choose } from '../channels.ts'
import { answerMails, answerRequests } from './answers.ts'
import { correctMessage, deleteMessage, editMessage, postMessage } from './apply-messages.ts'
import type { ModelChannel } from './model.ts'
import { type Applied, pickFrom, type Run } from './running.ts'
import type { Step } from './steps.ts'
import { promise } from './violation.ts'
import { type MessageType, PEOPLE, type World } from './world.ts'

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>

export function apply(run: Run, step: Step): Promise<Applied> | Applied {
  switch (step.do) {
    case 'post':
      return postMessage(run, step)
    case 'edit':
      return editMessage(run, step)
    case 'correct':
      return correctMessage(run, step)
    case 'delete':
      return deleteMessage(run, step)
    case 'subscribe':
      return subscribePerson(run, step)
    case 'unsubscribe':
      return endSubscription(run, step)
    case 'open channel':
      return openChannel(run, step)
    case 'choose events':
      return chooseEvents(run, step)
    case 'close channel':
      return closeChannel(run, step)
    case 'pause channel':
      return pauseChannel(run, step.pick, true)
    case 'resume channel':
      return pauseChannel(run, step.pick, false)
    case 'replay all':
    case 'replay':
      return replay(run, step)
    case 'retry':
      return retry(run, step)
    case 'turn internal':
      return turnInternal(run, step)
    case 'answer mails':
      return answerMails(run, step.replies)
    case 'answer requests':
      return answerRequests(run, step.replies)
    case 'pass':
      run.world.pass(step.seconds * 1_000)
      return 'done'
    default:
      return disturb(run, step)
  }
}

const typesOf = ({ isInternal, isPublic }: { isInternal: boolean; isPublic: boolean }): MessageType[] => [
  ...(isPublic ? (['Update'] as const) : []),
  ...(isInternal ? (['Internal Update'] as const) : []),
]

const chosen = ({ typeIds }: World, types: readonly MessageType[]) =>
  choose({ alertTypes: types.map((type) => typeIds.get(type) ?? 0) })

async function subscribePerson({ world, model }: Run, step: Of<'subscribe'>): Promise<Applied> {
  const email = PEOPLE[step.person] ?? PEOPLE[0]
  const types = typesOf(step)
  const locale = step.isGerman ? 'de' : 'en'
  const body = { email, locale, subscriptions: chosen(world, types) }
  const { status, problem } = await world.call(subscribe, { body }, email)
  promise(status === 200, `${email} could not subscribe: ${JSON.stringify(problem)}`)
  model.subscriptions.set(email, { types, locale })
  return 'still'
}

/** By the link in the mails. */
async function endSubscription({ world, model }: Run, { person }: Of<'unsubscribe'>): Promise<Applied> {
  const email = PEOPLE[person] ?? PEOPLE[0]
  const raw = world.site.mailTries.findLast((one) => one.email === email && one.held)?.held?.raw
  const uuid = /\/api\/unsubscribe\/([^>\s/]+)/.exec(raw?.replace(/=\r?\n/g, '') ?? '')?.[1]
  const known = model.subscriptions.get(email)
  if (!uuid || !known) return 'nothing'
  const { status } = await world.call(unsubscribe, { params: { uuid } }, email)
  promise(status === 200, `${email} could not leave by the link`)
  model.subscriptions.set(email, { ...known, types: [] })
  return 'still'
}

/** Creates the channel, or changes the settings of the one that is there. */
async function openChannel(run: Run, step: Of<'open channel'>): Promise<Applied> {
  const { world, model } = run
  const known = model.open().find(({ slot }) => slot === step.pick)
  const settings = {
    audience: step.isForStaff ? ('INTERNAL' as const) : ('EXTERNAL' as const),
    types: typesOf(step),
    locale: step.isGerman ? 'de' : 'en',
  }
  if (known) {
    Object.assign(known, settings)
    return changeChannel(world, known)
  }
  run.channelCount += 1
  const path = `/channel-${run.channelCount}`
  const address = world.receiver.url(path)
  const body = { ...bodyOf(world, { slot: step.pick, ...settings }), address }
  const created = await world.call(channels.createChannel, { body })
  promise(created.status === 200, `a channel could not be created: ${JSON.stringify(created.problem)}`)
  const channelId = created.body.channel.channel_id
  model.channels.push({
    channelId,
    slot: step.pick,
    path,
    ...settings,
    events: EVENT_GROUPS,
    isDeleted: false,
  })
  return 'still'
}

type Settings = Pick<ModelChannel, 'slot' | 'audience' | 'types' | 'locale'>

const bodyOf = (world: World, { slot, audience, types, locale }: Settings) => ({
  ...{ name: `channel ${slot}`, audience, locale },
  subscriptions: chosen(world, types),
})

/** Stores what the model has of a channel; `events` are left out to stay as they are. */
async function changeChannel(
  world: World,
  channel: ModelChannel,
  events?: readonly EventGroup[],
): Promise<Applied> {
  const body = { ...bodyOf(world, channel), ...(events && { events: [...events] }) }
  const params = { id: channel.channelId }
  const { status, body: answer, problem } = await world.call(channels.updateChannel, { params, body })
  promise(status === 200, `channel ${channel.channelId} could not be changed: ${JSON.stringify(problem)}`)
  const stored = answer.channel.events
  promise(
    stored.join() === channel.events.join(),
    `channel ${channel.channelId} chose ${channel.events}, and ${stored} is stored`,
  )
  return 'written'
}

async function chooseEvents({ world, model }: Run, step: Of<'choose events'>): Promise<Applied> {
  const channel = pickFrom(model.open(), step.pick)
  if (!channel) return 'nothing'
  channel.events = step.events
  return changeChannel(world, channel, step.events)
}

async function closeChannel({ world, model }: Run, { pick }: { pick: number }): Promise<Applied> {
  const channel = pickFrom(model.open(), pick)
  if (!channel) return 'nothing'
  const { status } = await world.call(channels.deleteChannel, { params: { id: channel.channelId }, body: {} })
  promise(status === 200, `channel ${channel.channelId} could not be deleted`)
  channel.isDeleted = true
  return 'written'
}

async function pauseChannel({ world, model }: Run, pick: number, isPaused: boolean): Promise<Applied> {
  const channel = pickFrom(model.open(), pick)
  if (!channel) return 'nothing'
  const body = { is_paused: isPaused }
  const { status } = await world.call(channels.pauseChannel, { params: { id: channel.channelId }, body })
  promise(status === 200, `channel ${channel.channelId} could not be paused or resumed`)
  return 'written'
}

async function replay({ world, model, ledger }: Run, step: { do: string; pick: number }): Promise<Applied> {
  const channel = pickFrom(model.open(), step.pick)
  const rows = [...ledger.hooks.values()].filter(
    (row) => row.channel_id === channel?.channelId && row.may_replay,
  )
  const row = pickFrom(rows, step.pick)
  const isPaused = ledger.channels.get(channel?.channelId ?? 0)?.paused !== null
  if (!channel || !row || isPaused) return 'nothing'
  const all = step.do === 'replay all'
  const missed = rows.filter(({ state }) => state === 'failed' || state === 'stopped')
  const again = all ? missed : [row]
  const body = all ? { since: '2026-01-01T00:00:00Z' } : { delivery_id: row.delivery_id }
  const answer = await world.call(channels.replayChannel, { params: { id: channel.channelId }, body })
  promise(
    answer.body.replayed === again.length,
    `${again.length} deliveries may be sent again, and ${answer.body.replayed} are`,
  )
  for (const { delivery_id: id } of again) model.replayedHooks.set(id, (model.replayedHooks.get(id) ?? 0) + 1)
  return 'written'
}

async function retry({ world, model, ledger }: Run, { pick }: { pick: number }): Promise<Applied> {
  const failed = [...ledger.mails.values()].filter(
    ({ state, delivery_id }) => state === 'failed' && !model.replaced.has(delivery_id),
  )
  const row = pickFrom(failed, pick)
  if (!row) return 'nothing'
  const { broadcast_id, delivery_id } = row
  const answer = await world.call(retryDeliveries, { body: { broadcast_id, delivery_id } })
  promise(answer.body.retried === 1, `the mail ${delivery_id} has failed and could not be tried again`)
  model.retriedMails.set(delivery_id, (model.retriedMails.get(delivery_id) ?? 0) + 1)
  return 'written'
}

async function turnInternal(
  { world, model }: Run,
  { incident, isInternal }: Of<'turn internal'>,
): Promise<Applied> {
  if (model.isInternal[incident] === isInternal) return 'nothing'
  await world.setInternal(incident, isInternal)
  model.isInternal[incident] = isInternal
  return 'done'
}

async function disturb(
  { world, model }: Run,
  step: Of<'jump' | 'freeze' | 'thaw' | 'kill' | 'lose database'>,
): Promise<Applied> {
  if (step.do === 'lose database') {
    for (const sender of world.senders()) sender.failNext(step.when)
    return 'still'
  }
  const sender = world.senders()[step.process]
  if (!sender) return 'nothing'
  if (step.do === 'jump') {
    if (sender.ahead === step.seconds * 1_000) return 'nothing'
    sender.ahead = step.seconds * 1_000
    model.hasJumped = true
    return 'done'
  }
  if (step.do === 'kill') {
    // Whether the mail server had taken what it was being sent is not known to anybody but the mail server.
    for (const one of world.site.mailTries)
      if (one.sender === sender && !one.isOver) one.isAccepted = step.isAccepted
    await world.replace(sender)
    return 'done'
  }
  const isFrozen = step.do === 'freeze'
  if (sender.isFrozen === isFrozen) return 'nothing'
  sender.isFrozen = isFrozen
  return isFrozen ? 'still' : 'done'
}
