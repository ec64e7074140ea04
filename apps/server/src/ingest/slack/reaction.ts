import type { SlackEvent } from '@aviary/contract/chat/endpoints'
import { z } from 'zod'
import type { ChatMessage } from '../../features/chat/public.ts'
import type { Sender } from './chat.ts'

export type Reaction = { message: ChatMessage; sender: Sender }

const id = z.string().min(1).max(200)
const reactionAdded = z.object({
  team_id: id,
  event: z.object({
    type: z.literal('reaction_added'),
    user: id,
    reaction: id,
    item: z.object({ type: z.literal('message'), channel: id, ts: z.string().regex(/^\d{1,12}\.\d{1,9}$/) }),
  }),
})

/** A reaction of this name to a message; undefined for anything else. */
export function readReaction(body: SlackEvent, name: string): Reaction | undefined {
  const { success, data } = reactionAdded.safeParse(body)
  if (!success || data.event.reaction !== name) return undefined
  const {
    team_id: team,
    event: { user, item },
  } = data
  return {
    message: { chat: 'slack', team, channel: item.channel, ts: item.ts },
    sender: {
      user: { chat: 'slack', team, chatUser: user },
      name: user,
      channel: { name: '', id: item.channel },
    },
  }
}
