import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'

/** What changed; deliberately coarse, because the browser reloads what it shows of it. */
export const topic = z.enum([
  'incidents',
  'status',
  'banner',
  'reference',
  'rights',
  'mails',
  'maintenance',
  'templates',
  'subscriptions',
  'changes',
  'impact',
  'security',
])
export type Topic = z.infer<typeof topic>

/**
 * One server-sent event (`event: changed`). `spread_ms`: many pages receive it, so each reloads at a random time
 * within this period.
 */
export const changedEvent = z.object({ topics: z.array(topic), spread_ms: z.int().positive().optional() })
export type ChangedEvent = z.infer<typeof changedEvent>

/**
 * The first event of a stream (`event: hello`): at most this many milliseconds ago each topic last changed. A page
 * that read a topic's data longer ago, before it heard of changes, missed that change.
 */
export const helloEvent = z.object({ changed_ms_ago: z.record(topic, z.int().nonnegative()) })
export type HelloEvent = z.infer<typeof helloEvent>

export const events = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events: `hello` tells how long ago each topic changed, then `changed` names the topics that change',
  answerTypes: ['text/event-stream'],
  access: signedIn,
  answer: z.string(),
})
