import type { Db } from '../../database/open.ts'
import { listIdsInChatChannel } from '../../features/incidents/public.ts'
import type { CallAs } from '../../http/call-as.ts'
import { InvalidInput } from '../../http/errors.ts'
import { takeIncidentId } from './command-text.ts'

/** A person in a chat, who sent a command or pressed a button. */
export type Chat = {
  /** Makes calls as the person. */
  ask: CallAs
  db: Db
  now: Date
  /** Address of the person. */
  email: string
  accountId: number
  team: string
  channel: { name: string; id: string }
  /** Address of Aviary, without a slash at the end. */
  site: string
}

/** The incident that a command names, else the one that the channel belongs to. */
export async function findIncident(
  { db, channel, now }: Chat,
  text: string,
): Promise<{ jiraId: string; rest: string }> {
  const { jiraId, rest } = takeIncidentId(text)
  if (jiraId !== undefined) return { jiraId, rest }
  const [here, other] = await listIdsInChatChannel(db, channel, now)
  if (here !== undefined && other === undefined) return { jiraId: here, rest }
  throw new InvalidInput(
    here === undefined
      ? 'Which incident? Name it, such as OPI-1801: no open incident has this channel'
      : 'Which incident? Several open ones have this channel: name one, such as OPI-1801',
  )
}
