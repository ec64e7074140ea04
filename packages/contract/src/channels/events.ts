import { z } from 'zod'
import { CELL_STATUSES, SEVERITIES } from '../status/rules.ts'
import { MOST_CELLS_OF_EVENT } from './rules.ts'

const moment = z.iso.datetime()

/** What people outside may read of an incident: nothing that was not published to them. */
const publicIncident = z.strictObject({
  id: z.string().describe('Tells nothing, and is the same in every event about the incident.'),
  severity: z.enum(SEVERITIES),
  is_resolved: z.boolean(),
  started_at: moment,
  services: z.array(z.string()),
  data_centers: z.array(z.string()),
})

const publicMessage = z.strictObject({
  id: z.string().describe('The same in every event about the message.'),
  version: z.number().int().describe('Counts up with each edit.'),
  type: z.string().describe('Such as `Update`; in English.'),
  language: z.string().describe('Language of the texts.'),
  title: z.string(),
  text: z.string().describe('Plain text. Long texts are cut.'),
  is_cut: z.boolean(),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  next_update_at: moment.nullable(),
})

/** Of something internal: where staff can read it. */
const internal = z.strictObject({
  is_internal: z.literal(true),
  id: z.string().describe('As people know it: `OPI-123`, `MNT-12`.'),
  url: z.url(),
})

const isPublic = z.literal(false)
const url = z.url().nullable().describe('A page that everybody can open, where there is one.')

const message = z.strictObject({
  is_internal: isPublic,
  incident: publicIncident,
  message: publicMessage,
  url,
})

const deletedMessage = z.strictObject({
  is_internal: isPublic,
  message: z.strictObject({ id: z.string() }),
})

const publicMaintenance = z.strictObject({
  id: z.string().describe('Tells nothing, and is the same in every event about the maintenance.'),
  version: z.number().int().describe('Counts up with each edit of the maintenance.'),
  starts_at: moment,
  ends_at: moment.nullable(),
  data_centers: z.array(z.string()),
})

const maintenance = z.strictObject({ is_internal: isPublic, maintenance: publicMaintenance, url })

const notification = z.strictObject({
  is_internal: isPublic,
  maintenance: publicMaintenance,
  notification: publicMessage.omit({ next_update_at: true, version: true }),
  url,
})

const incident = z.strictObject({
  is_internal: isPublic,
  incident: publicIncident,
  next_update_at: moment.nullable().describe('By when the newest message promises the next one.'),
  url,
})

/** Fields of an incident whose changes are published. */
const INCIDENT_FIELDS = [
  'severity',
  'is_resolved',
  'started_at',
  'services',
  'data_centers',
  'next_update_at',
] as const

const updatedIncident = incident.extend({
  changed: z.array(z.enum(INCIDENT_FIELDS)).describe('Which fields differ from what was published last.'),
})

const deletedIncident = z.strictObject({
  is_internal: isPublic,
  incident: z.strictObject({ id: z.string() }),
})

/** Names and states alone: never what monitoring or staff wrote about them. */
const statusChange = z.strictObject({
  is_internal: z
    .boolean()
    .describe(
      'False: the worst of the incidents that were published. True, for INTERNAL channels: the status as staff see it.',
    ),
  cells: z
    .array(
      z.strictObject({
        service: z.string(),
        data_center: z.string(),
        from: z.enum(CELL_STATUSES),
        to: z.enum(CELL_STATUSES),
        since: moment,
      }),
    )
    .min(1)
    .max(MOST_CELLS_OF_EVENT),
  more_cells: z.number().int().describe('Further cells that changed at the same time and are in no event.'),
  url,
})

/** A promised update was missed. Only INTERNAL channels hear of it. */
const reminder = internal.extend({
  due_at: moment.describe('When the update was due.'),
  number: z.number().int().describe('Counts the reminders of this update from 1.'),
  is_last: z.boolean(),
})

const test = z.strictObject({ message: z.string() })

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.strictObject({
    type: z.literal(type),
    timestamp: moment.describe('When it happened. The header `webhook-timestamp` is the time of the try.'),
    data,
  })

/** The bodies that webhooks get, by type. */
export const WEBHOOK_SCHEMAS = {
  'message.published': event('message.published', z.union([message, internal])),
  'message.edited': event('message.edited', z.union([message, internal])),
  'message.corrected': event('message.corrected', z.union([message, internal])),
  'message.deleted': event('message.deleted', z.union([deletedMessage, internal])),
  'notification.published': event('notification.published', z.union([notification, internal])),
  'maintenance.planned': event('maintenance.planned', z.union([maintenance, internal])),
  'maintenance.changed': event('maintenance.changed', z.union([maintenance, internal])),
  'maintenance.started': event('maintenance.started', z.union([maintenance, internal])),
  'maintenance.completed': event('maintenance.completed', z.union([maintenance, internal])),
  'maintenance.cancelled': event('maintenance.cancelled', z.union([maintenance, internal])),
  'incident.published': event('incident.published', z.union([incident, internal])),
  'incident.updated': event('incident.updated', z.union([updatedIncident, internal])),
  'incident.resolved': event('incident.resolved', z.union([incident, internal])),
  'incident.deleted': event('incident.deleted', z.union([deletedIncident, internal])),
  'status.changed': event('status.changed', statusChange),
  'reminder.due': event('reminder.due', reminder),
  'webhook.test': event('webhook.test', test),
} as const

export type IncidentField = (typeof INCIDENT_FIELDS)[number]

export type WebhookEvent = z.infer<(typeof WEBHOOK_SCHEMAS)[keyof typeof WEBHOOK_SCHEMAS]>
