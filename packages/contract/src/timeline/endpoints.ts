import { z } from 'zod'
import { signedIn } from '../access.ts'
import { channelProgress } from '../channels/progress.ts'
import { audience, progress } from '../deliveries/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { onlyWith } from '../only-with.ts'
import { cellStatus } from '../status/schemas.ts'

const timestamp = z.iso.datetime()

/** One entry in the course of an incident. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), at: timestamp }),
  z.object({ kind: z.literal('sla_end'), at: timestamp }),
  z.object({ kind: z.literal('end'), at: timestamp }),
  z.object({
    kind: z.literal('status'),
    at: timestamp,
    service: z.string(),
    data_center: z.string(),
    status: cellStatus,
  }),
  z.object({
    kind: z.literal('message'),
    at: timestamp,
    message_id: z.number().int(),
    title: z.string(),
    text: z.string(),
    by: onlyWith('read:people', z.string()),
  }),
  z.object({
    kind: z.literal('broadcast'),
    at: timestamp,
    broadcast_id: z.number().int(),
    message_id: z.number().int().nullable().describe('The message that was mailed; null once it is deleted.'),
    is_correction: z.boolean().describe('Whether it corrects what was mailed of the message before.'),
    subject: z.string(),
    audience,
    progress,
    channels: channelProgress,
    by: onlyWith('read:people', z.string()),
  }),
  z.object({
    kind: z.literal('role'),
    at: timestamp,
    role: z.string().describe('Key of the role on the incident.'),
    name: z.string(),
    translations: z.record(z.string(), z.string()),
    prev_holder: onlyWith('read:people', z.string().nullable()),
    holder: onlyWith('read:people', z.string().nullable()),
    note: onlyWith('read:internal', z.string()),
    by: onlyWith('read:people', z.string()),
  }),
])
export type TimelineEntry = z.infer<typeof timelineEntry>

export const getTimeline = endpoint({
  method: 'GET',
  path: '/incidents/timeline/',
  summary:
    'What happened in the course of an incident: status changes of what it affects, messages and broadcasts',
  access: signedIn,
  tokenScope: 'read:incidents',
  query: z.object({ jira_id: z.string().trim().min(1).max(50) }),
  answer: z.object({ entries: z.array(timelineEntry) }),
})
