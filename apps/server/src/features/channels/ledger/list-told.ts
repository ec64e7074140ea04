import type { ChannelLedgerRow, listToldChannels } from '@aviary/contract/channels/ledger-endpoints'
import type { Call, Person } from '../../../http/call.ts'
import { readPage } from '../../../http/paging.ts'
import { readTimeRange } from '../../../http/time-range.ts'
import { seenChannels } from '../reached.ts'
import * as queries from './queries.ts'

/** The delivery ledger of channels, in which each reader sees the names and answers of the channels they may see. */
export async function listTold({ db, query, person }: Call<typeof listToldChannels>) {
  const { reference, broadcast_id: broadcastId, state, kind } = query
  const filters = { reference, broadcastId, state, kind, ...readTimeRange(query) }
  const { rows, more_results } = await readPage(query, (page) => queries.listLedger(db, filters, page))
  const counts = reference === undefined ? null : await queries.countLedger(db, reference)
  const isSeen = seenBy(person())
  return { deliveries: rows.map((row) => present(row, isSeen(row))), counts, more_results }
}

function seenBy(person: Person): (row: queries.LedgerRow) => boolean {
  const seen = seenChannels(person)
  if (seen === 'all' || seen === 'none') return () => seen === 'all'
  return ({ channel }) => channel.ownerId === seen.ownerId
}

const present = (
  { delivery, event, messageType, channel }: queries.LedgerRow,
  isSeen: boolean,
): ChannelLedgerRow => ({
  delivery_id: delivery.deliveryId,
  event: event.type,
  reference: event.reference,
  message_type: messageType,
  kind: channel.kind,
  channel_id: isSeen && !channel.isDeleted ? delivery.channelId : null,
  name: isSeen ? channel.name : null,
  state: delivery.state,
  attempts: delivery.attempts,
  response: isSeen ? delivery.response : null,
  created_date: delivery.createdAt.toISOString(),
  sent_date: delivery.sentAt?.toISOString() ?? null,
  next_try_date: delivery.dueAt?.toISOString() ?? null,
})
