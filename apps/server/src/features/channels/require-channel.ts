import { everybodysChannels } from '@aviary/contract/channels/rules'
import type { ChannelRules, Sealer } from '../../channels/public.ts'
import type { Db } from '../../database/open.ts'
import type { Person } from '../../http/call.ts'
import { NotFound } from '../../http/errors.ts'
import { may } from '../../http/permission.ts'
import * as queries from './queries.ts'

export type ChannelSettings = {
  rules: ChannelRules
  /** Undefined if no key is set. */
  sealer: Sealer | undefined
  providerName: string
}

/** The channel, if the person may see it. Throws NotFound. */
export async function requireChannel(db: Db, channelId: number, person: Person) {
  const row = await queries.getChannel(db, channelId)
  const isTheirs = row?.channel.ownerId === person.userId || may(person, everybodysChannels)
  if (!row || !isTheirs) throw new NotFound(`There is no channel ${channelId} that you may see`)
  return row
}
