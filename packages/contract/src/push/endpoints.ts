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

export const events = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Server-sent events: `changed` names the topics that changed, `hello` opens the stream',
  answerTypes: ['text/event-stream'],
  access: signedIn,
  answer: z.string(),
})
