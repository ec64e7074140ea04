import { z } from 'zod'
import { channel } from './endpoints.ts'
import { REACHED_CHANNELS_LARGEST_LIST } from './rules.ts'

/** The channels that would hear of a message if it were sent now, as its preview answers them. */
export const reachedChannels = z.object({
  total: z.number().int().describe('How many channels will be told.'),
  kinds: z
    .array(z.object({ kind: channel.shape.kind, channels: z.number().int() }))
    .describe('How many of them there are of each kind.'),
  paused: z
    .number()
    .int()
    .describe('How many more chose it, but are paused: it can be sent to them once they are resumed.'),
  listed: z
    .array(
      z.object({
        channel_id: z.number().int(),
        name: z.string(),
        kind: channel.shape.kind,
        is_paused: z.boolean(),
      }),
    )
    .describe(
      `Those of both that the caller may see, by name: all with \`manage_channels\`, else one’s own; ${REACHED_CHANNELS_LARGEST_LIST} at most.`,
    ),
})
export type ReachedChannels = z.infer<typeof reachedChannels>
