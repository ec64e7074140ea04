import { listChannels } from '@aviary/contract/channels/endpoints'
import type { ReachedChannels } from '@aviary/contract/channels/reached'
import { everybodysChannels, REACHED_CHANNELS_LARGEST_LIST } from '@aviary/contract/channels/rules'
import { type ChannelReach, findReached } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import type { Author, Person } from '../../http/call.ts'
import { may } from '../../http/permission.ts'

/** Whose channels a person may see: everybody's, their own, or none. */
export function seenChannels(person: Person): 'all' | { ownerId: number } | 'none' {
  if (may(person, everybodysChannels)) return 'all'
  return may(person, listChannels) ? { ownerId: person.userId } : 'none'
}

/** The channels that would hear of an event now, named as the author may see them; tokens see no names. */
export async function previewChannels(
  db: Db,
  reach: ChannelReach,
  { person }: Author,
): Promise<ReachedChannels> {
  const seen = {
    seenBy: person ? seenChannels(person) : ('none' as const),
    size: REACHED_CHANNELS_LARGEST_LIST,
  }
  const { counts, listed } = await findReached(db, reach, seen)
  const live = counts.filter(({ isLive }) => isLive)
  const sum = (groups: typeof counts) => groups.reduce((total, group) => total + group.channels, 0)
  return {
    total: sum(live),
    kinds: live.map(({ kind, channels }) => ({ kind, channels })),
    paused: sum(counts) - sum(live),
    listed: listed.map(({ channelId, name, kind, isLive }) => ({
      channel_id: channelId,
      name,
      kind,
      is_paused: !isLive,
    })),
  }
}
