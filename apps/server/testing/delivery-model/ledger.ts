import {
  type Channel,
  type ChannelDelivery,
  listChannelDeliveries,
  listChannels,
} from '@aviary/contract/channels/endpoints'
import { CHANNEL_DELIVERIES_LARGEST_PAGE } from '@aviary/contract/channels/rules'
import { DELIVERIES_LARGEST_PAGE } from '@aviary/contract/constants'
import { type Delivery, listDeliveries } from '@aviary/contract/deliveries/endpoints'
import type { World } from './world.ts'

export type HookRow = ChannelDelivery & { channel_id: number }

/** What the ledger says through its calls at one moment. */
export type Ledger = {
  mails: Map<number, Delivery>
  hooks: Map<number, HookRow>
  channels: Map<number, Channel>
}

export const emptyLedger = (): Ledger => ({ mails: new Map(), hooks: new Map(), channels: new Map() })

type Page<T> = { rows: T[]; more_results: boolean }

async function readAll<T>(size: number, read: (startAt: number) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { rows, more_results } = await read(all.length)
    all.push(...rows)
    if (!more_results) return all
    if (rows.length === 0) throw new Error(`A page of ${size} says that more follow, and is empty`)
  }
}

/** The parts of the ledger that a command can change. */
export type Part = 'mails' | 'channels' | 'both'

/** Reads a part of the ledger; the other part stays as it was read before. */
export async function readLedger(world: World, before: Ledger, part: Part = 'both'): Promise<Ledger> {
  return {
    mails: part === 'channels' ? before.mails : await readMails(world),
    ...(part === 'mails' ? { hooks: before.hooks, channels: before.channels } : await readChannels(world)),
  }
}

async function readMails({ call }: World): Promise<Ledger['mails']> {
  const size = DELIVERIES_LARGEST_PAGE
  const mails = await readAll(size, async (startAt) => {
    const { body } = await call(listDeliveries, { query: { response_size: size, start_at: startAt } })
    return { rows: body.deliveries, more_results: body.more_results }
  })
  return new Map(mails.map((row) => [row.delivery_id, row]))
}

async function readChannels({ call }: World): Promise<Pick<Ledger, 'hooks' | 'channels'>> {
  const { body } = await call(listChannels, {})
  const hooks: HookRow[] = []
  for (const { channel_id } of body.channels) {
    const size = CHANNEL_DELIVERIES_LARGEST_PAGE
    const rows = await readAll(size, async (startAt) => {
      const query = { response_size: size, start_at: startAt }
      const answer = await call(listChannelDeliveries, { params: { id: channel_id }, query })
      return { rows: answer.body.deliveries, more_results: answer.body.more_results }
    })
    hooks.push(...rows.map((row) => ({ ...row, channel_id })))
  }
  return {
    hooks: new Map(hooks.map((row) => [row.delivery_id, row])),
    channels: new Map(body.channels.map((channel) => [channel.channel_id, channel])),
  }
}
