import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'

/** What changed, coarse on purpose: the browser asks again for what it shows of it. */
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
 * One server-sent event (`event: changed`). With `spread_ms` many pages hear it: each asks again at a moment of its own choice
 * within that time, so that they do not come all at once.
 */
export const changedEvent = z.object({ topics: z.array(topic), spread_ms: z.int().positive().optional() })
export type ChangedEvent = z.infer<typeof changedEvent>

/**
 * The first event of a stream (`event: hello`): how many milliseconds ago each topic changed, at the latest. What a page read
 * before it heard of changes, and longer ago than that, it has missed the change of.
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
