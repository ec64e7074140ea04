import { z } from 'zod'

/** How many channels are in each state of being told of what a broadcast mails. */
export const channelProgress = z
  .object({
    queued: z.number().int(),
    sent: z.number().int(),
    deferred: z.number().int().describe('A try failed, another one follows.'),
    failed: z.number().int(),
    stopped: z.number().int().describe('Not told: paused, or what it tells of was taken back.'),
  })
  .describe('Channels told of the same, by state.')
export type ChannelProgress = z.infer<typeof channelProgress>
