import { z } from 'zod'
import { signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'

export const events = endpoint({
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events: `hello` tells how long ago each topic changed, then `changed` names the topics that change',
  answerTypes: ['text/event-stream'],
  access: signedIn,
  answer: z.string(),
})
