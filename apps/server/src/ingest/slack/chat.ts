import type { Db } from '../../database/open.ts'
import type { ChatUser } from '../../features/chat/public.ts'
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
  userId: number
  accountId: number
  team: string
  channel: { name: string; id: string }
  /** Address of Aviary, without a slash at the end. */
  site: string
}

/** Who sends a command, presses a button or reacts, and where. */
export type Sender = { user: ChatUser; name: string; channel: Chat['channel'] }

/** The incident whose channel this is. */
export async function findIncidentHere({ db, channel, now }: Chat): Promise<string> {
  const [here, other] = await listIdsInChatChannel(db, channel, now)
  if (here !== undefined && other === undefined) return here
  throw new InvalidInput(
    here === undefined
      ? 'Which incident? Name it, such as OPI-1801: no open incident has this channel'
      : 'Which incident? Several open ones have this channel: name one, such as OPI-1801',
  )
}

/** The incident that is the first word of a command, else the one whose channel this is. */
export async function findIncident(chat: Chat, text: string): Promise<{ jiraId: string; rest: string }> {
  const { jiraId, rest } = takeIncidentId(text)
  return { jiraId: jiraId ?? (await findIncidentHere(chat)), rest }
}
