import { z } from 'zod'
import { anyone, serviceToken } from '../access.ts'
import { endpoint } from '../endpoint.ts'

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This contract as an OpenAPI 3.1 document',
  access: anyone,
  answer: z.looseObject({ openapi: z.string() }),
})

export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  isOutsideApi: true,
  summary: 'Whether the process lives',
  access: anyone,
  answer: z.object({ status: z.literal('ok'), version: z.string() }),
})

/**
 * Answers 503 while the process starts, stops or cannot use the database, so that a load balancer sends it no
 * requests.
 */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  isOutsideApi: true,
  summary: 'Whether the process can do its work now',
  mayBeUnready: true,
  access: anyone,
  answer: z.object({
    status: z.enum(['ready', 'not ready']),
    database: z.boolean().describe('Whether it answers and accepts writes'),
    changes: z.boolean().describe('Whether this process hears what others change'),
    reason: z
      .enum(['stopping', 'the database cannot be reached', 'the database accepts no writes'])
      .optional()
      .describe('Why it is not ready'),
  }),
})

export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  isOutsideApi: true,
  summary: 'Prometheus metrics of this process',
  access: serviceToken('read:metrics'),
  answerTypes: ['text/plain', 'application/openmetrics-text'],
  answer: z.string(),
})
