import { z } from 'zod'
import { signedIn } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { priorityType, systemKey, yesNo } from '../wire.ts'
import { cellStatus, severity } from './schemas.ts'

/**
 * Status by service name, then by data center key. It contains every service and every data center of the
 * status grid.
 */
export const statusMatrix = z.record(z.string(), z.record(z.string(), cellStatus))
export type StatusMatrix = z.infer<typeof statusMatrix>

export const getStatus = endpoint({
  method: 'GET',
  path: '/v4/status/',
  summary: 'The health of every service in every data center',
  access: signedIn,
  tokenScope: 'read:status',
  answer: statusMatrix,
})

export const getStatusSince = endpoint({
  method: 'GET',
  path: '/v4/status/since/',
  summary: 'Since when each cell has had its status',
  access: signedIn,
  tokenScope: 'read:status',
  query: z.object({
    of: z
      .enum(['all', 'trouble'])
      .default('all')
      .describe('trouble: only cells that are neither normal nor without a status.'),
  }),
  answer: z.object({
    cells: z.array(z.object({ service: z.string(), data_center: z.string(), since: z.iso.datetime() })),
  }),
})

const reason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('incident'),
    status: severity,
    since: z.iso.datetime(),
    jira_id: z.string(),
    priority_type: priorityType,
    is_internal: yesNo,
    details: z.string().describe('Its beginning: 300 characters at most.'),
  }),
  z.object({
    kind: z.literal('report'),
    status: severity,
    since: z.iso.datetime(),
    alert: z.string().describe('Names the report, so that an incident can be declared from it.'),
    source: z.string().describe('Who reports it.'),
    summary: z.string().nullable().describe('What the source says of it, as a text.'),
    link: z.string().nullable().describe('The page of the source about it: http or https.'),
    cells: z
      .array(z.object({ service: z.string(), data_center: z.string() }))
      .describe(
        'This cell, and the others that the same source reports as not normal in the same words; 100 at most.',
      ),
  }),
])
export type CellReason = z.infer<typeof reason>

export const getStatusReasons = endpoint({
  method: 'GET',
  path: '/v4/status/reasons/',
  summary: 'Why a cell is not normal: open incidents and reports, the worst first, 20 at most',
  access: signedIn,
  query: z.object({ service: systemKey, data_center: systemKey }),
  answer: z.object({ reasons: z.array(reason) }),
})
