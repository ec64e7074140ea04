import type { SlackEvent } from '@aviary/contract/chat/endpoints'
import type { ChatMessage } from '../../features/chat/public.ts'
import type { Sender } from './chat.ts'

export type Reaction = { message: ChatMessage; sender: Sender }

/** A reaction of this name to a message; undefined for anything else. */
export function readReaction({ team_id: team, event }: SlackEvent, name: string): Reaction | undefined {
  const { user, item } = event ?? {}
  if (event?.type !== 'reaction_added' || event.reaction !== name || item?.type !== 'message')
    return undefined
  const { channel, ts } = item
  if (team === undefined || user === undefined || channel === undefined || ts === undefined) return undefined
  return {
    message: { chat: 'slack', team, channel, ts },
    sender: { user: { chat: 'slack', team, chatUser: user }, name: user, channel: { name: '', id: channel } },
  }
}
