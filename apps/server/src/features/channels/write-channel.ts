import type * as endpoints from '@aviary/contract/channels/endpoints'
import { EVENT_GROUPS, type EventGroup, OLD_SECRET_HOURS } from '@aviary/contract/channels/rules'
import type { ChosenSubscriptions } from '@aviary/contract/subscriptions/endpoints'
import { internalAlertTypes } from '@aviary/contract/subscriptions/rules'
import {
  forgetThreads,
  newWebhookSecret,
  pauseChannel as pause,
  replayDeliveries,
  type Sealer,
  stopDeliveries,
  stopInternal,
  validSecrets,
} from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import type { Call, Person } from '../../http/call.ts'
import { refuseOutdated } from '../../http/edits.ts'
import { Conflict, fault, NotFound } from '../../http/errors.ts'
import { require } from '../../http/permission.ts'
import { listLanguages } from '../reference/public.ts'
import { computeReplacement, getOffer, seesInternalTypes, toChosen, toRows } from '../subscriptions/public.ts'
import { type Place, readTarget } from './place.ts'
import { presentChannels } from './present.ts'
import * as queries from './queries.ts'
import { type ChannelSettings, requireChannel } from './require-channel.ts'

const HOUR_MS = 3_600_000
/** Replaced secrets that sign at the same time. */
const MOST_OLD_SECRETS = 5

/** Like `requireChannel`, locked until the transaction ends. */
async function lockChannel(db: Db, channelId: number, person: Person) {
  await queries.lockChannel(db, channelId)
  return requireChannel(db, channelId, person)
}

function requireSealer({ sealer }: ChannelSettings): Sealer {
  if (!sealer)
    throw new Conflict(
      'Channels need the setting SECRETS_KEY, with which addresses and secrets are encrypted. Ask an operator to set it.',
    )
  return sealer
}

type Fields = Pick<
  (typeof endpoints.createChannel)['body']['_output'],
  'locale' | 'subscriptions' | 'audience'
>

type Before = { before: ChosenSubscriptions; providerName: string }

/** The rows of the chosen subscriptions. Throws for what is not offered, incomplete or not the person's to choose. */
async function readFields(
  call: { db: Db; body: Fields } & Pick<Call, 'person' | 'may'>,
  { before, providerName }: Before,
) {
  const { db, body } = call
  if (body.audience === 'INTERNAL') require(call.person(), internalAlertTypes)
  const seesInternal = seesInternalTypes(call)
  const offer = await getOffer(db, { seesInternal, providerName })
  const { after } = computeReplacement(before, { submitted: body.subscriptions, offer, keepsHidden: true })
  const locales = await listLanguages(db)
  if (!locales.includes(body.locale)) throw fault('locale', `use one of ${locales.join(', ')}`)
  return toRows(after)
}

/** Channels of one person: each can keep a part of the server busy. */
const MOST_CHANNELS = 50

async function refuseTooMany(db: Db, person: Person): Promise<void> {
  if ((await queries.countOwned(db, person.userId)) >= MOST_CHANNELS)
    throw new Conflict(
      `You have ${MOST_CHANNELS} channels, the most there can be. Delete one that is not used.`,
    )
}

/** In one order, each once; nothing if the body names none. */
const toGroups = ({ events }: { events?: EventGroup[] | undefined }) =>
  events === undefined ? {} : { eventGroups: EVENT_GROUPS.filter((group) => events.includes(group)) }

const presentOne = async (call: { db: Db; now: Date }, channelId: number) => {
  const row = await queries.getChannel(call.db, channelId)
  const [presented] = row ? await presentChannels(call.db, [row], call.now) : []
  if (!presented) throw new Error('The channel was just stored')
  return presented
}

export const createChannel =
  (settings: ChannelSettings) =>
  async (call: Call<typeof endpoints.createChannel>, place: Place | undefined) => {
    const { db, body, now } = call
    if (!place) throw new Error('The address is required')
    const sealer = requireSealer(settings)
    const { providerName } = settings
    await refuseTooMany(db, call.person())
    const rows = await readFields(call, { before: toChosen([]), providerName })
    const { address, ...shown } = place
    const secret = body.kind === 'webhook' ? newWebhookSecret() : null
    const channelId = await queries.createChannel(db, {
      ...{ kind: body.kind, name: body.name, locale: body.locale, audience: body.audience, ...shown },
      ownerId: call.person().userId,
      address: sealer.seal(address),
      secret: secret && sealer.seal(secret),
      ...toGroups(body),
      createdAt: now,
    })
    await queries.replaceSubscriptions(db, channelId, rows)
    const channel = await presentOne(call, channelId)
    call.audit({ before: null, after: channel })
    call.changed('channels')
    return { channel, secret }
  }

export const updateChannel =
  (settings: ChannelSettings) =>
  async (call: Call<typeof endpoints.updateChannel>, place: Place | undefined) => {
    const { db, body, params, now } = call
    const row = await lockChannel(db, params.id, call.person())
    const [before] = await presentChannels(db, [row], now)
    if (!before) throw new Error('The channel was just read')
    refuseOutdated(before, body.version)
    const rows = await readFields(call, {
      before: before.subscriptions,
      providerName: settings.providerName,
    })
    const target = readTarget(before.kind, body.target ?? before.target)
    const sealed = place && { host: place.host, address: requireSealer(settings).seal(place.address) }
    const isElsewhere = place !== undefined || target !== before.target
    const becomesExternal = before.audience === 'INTERNAL' && body.audience === 'EXTERNAL'
    await queries.updateChannel(db, params.id, {
      ...{ name: body.name, locale: body.locale, audience: body.audience, target, ...sealed },
      ...toGroups(body),
      ...(isElsewhere && { failingSince: null }),
      // Whoever may edit everybody's channels takes over one that nobody may have any more.
      ...(!row.ownerMay && { ownerId: call.person().userId }),
    })
    if (target !== before.target || becomesExternal) await forgetThreads(db, params.id)
    await queries.replaceSubscriptions(db, params.id, rows)
    if (becomesExternal) await stopInternal(db, params.id)
    const channel = await presentOne(call, params.id)
    call.audit({ before, after: channel, ...(place && { address_changed: true }) })
    call.changed('channels')
    return { channel }
  }

/** The address and the secrets are wiped; deliveries stay for the ledger. */
export async function deleteChannel(call: Call<typeof endpoints.deleteChannel>) {
  const { db, params, now } = call
  const row = await lockChannel(db, params.id, call.person())
  const [before] = await presentChannels(db, [row], now)
  await stopDeliveries(db, params.id)
  await queries.updateState(db, params.id, {
    ...{ deletedAt: now, address: null, secret: null, oldSecrets: [] },
  })
  call.audit({ before, after: null })
  call.changed('channels')
  return { channel_id: params.id }
}

export async function pauseChannel(call: Call<typeof endpoints.pauseChannel>) {
  const { db, params, body, now } = call
  const row = await lockChannel(db, params.id, call.person())
  const [before] = await presentChannels(db, [row], now)
  if (!body.is_paused && row.channel.pauseReason === 'key')
    throw new Conflict(
      'The address and secret of this channel were encrypted with a key that is lost. Delete it and create it anew.',
    )
  if (!body.is_paused && !row.ownerMay)
    throw new Conflict(
      'The account of its owner is gone, or lacks the right: somebody with the right must edit and save it first.',
    )
  const { channelId } = row.channel
  if (body.is_paused && !row.channel.pausedAt) await pause(db, { channelId, reason: 'person', at: now })
  if (!body.is_paused)
    await queries.updateState(db, channelId, { pausedAt: null, pauseReason: null, failingSince: null })
  const channel = await presentOne(call, channelId)
  call.audit({ before, after: channel })
  call.changed('channels')
  return { channel }
}

export const rotateSecret =
  (settings: ChannelSettings) => async (call: Call<typeof endpoints.rotateChannelSecret>) => {
    const { db, params, now } = call
    const row = await lockChannel(db, params.id, call.person())
    if (row.channel.kind !== 'webhook')
      throw new Conflict('Only webhooks have a secret. Edit the channel to give it another address or token.')
    const secret = newWebhookSecret()
    const until = new Date(now.getTime() + OLD_SECRET_HOURS * HOUR_MS).toISOString()
    const present = row.channel.secret === null ? [] : [{ secret: row.channel.secret, until }]
    const replaced = [...present, ...validSecrets(row.channel.oldSecrets, now)].slice(0, MOST_OLD_SECRETS)
    await queries.updateState(db, params.id, {
      secret: requireSealer(settings).seal(secret),
      oldSecrets: replaced,
    })
    const channel = await presentOne(call, params.id)
    call.audit({ channel_id: params.id, name: channel.name, old_secret_until: channel.old_secret_until })
    call.changed('channels')
    return { channel, secret }
  }

export async function replayChannel(call: Call<typeof endpoints.replayChannel>) {
  const { db, params, body, now } = call
  const row = await lockChannel(db, params.id, call.person())
  const { delivery_id: deliveryId, since } = body
  if ((deliveryId === undefined) === (since === undefined))
    throw fault('delivery_id', 'send delivery_id or since, one of them')
  if (row.channel.pausedAt || !row.ownerMay)
    throw new Conflict('The channel is paused: resume it first. Nothing is sent again.')
  const replayed = await replayDeliveries(db, {
    ...{ channelId: params.id, deliveryId, now },
    since: since === undefined ? undefined : new Date(since),
  })
  if (deliveryId !== undefined && replayed === 0)
    throw new NotFound(`There is no delivery ${deliveryId} of this channel that may be sent again`)
  call.audit({ channel_id: params.id, name: row.channel.name, delivery_id: deliveryId, since, replayed })
  call.changed('channels')
  return { replayed }
}
