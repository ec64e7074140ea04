import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'

/**
 * Kind of data that changed; deliberately coarse, because the browser reloads everything that it shows of a
 * topic.
 */
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
 * Data of the server-sent event `changed`. With `spread_ms`, each page reloads after a random delay up to
 * this time, so that many pages do not reload at once.
 */
export const changedEvent = z.object({ topics: z.array(topic), spread_ms: z.int().positive().optional() })
export type ChangedEvent = z.infer<typeof changedEvent>

/**
 * Data of `hello`, the first server-sent event of a stream: how many milliseconds ago, at most, each topic
 * last changed. A page that was opened before that change reloads the topic.
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
