import { z } from 'zod'
import { notification } from '../notifications/schemas.ts'
import { onlyWith } from '../only-with.ts'
import { dataCenter } from '../reference/endpoints.ts'
import { emailAddress, oneLine, rowId, systemKey, yesNo, zonedTime } from '../wire.ts'
import { LONGEST_EVENT_TITLE } from './rules.ts'

const moment = z.iso.datetime()

/** A maintenance event (spec 2 §3). `jira_id` is comma-separated; `version` counts its edits. */
export const maintenanceEvent = z.object({
  id: z.number().int(),
  title: z.string(),
  is_internal: yesNo,
  is_test: yesNo,
  flag: z.string().nullable(),
  jira_id: z.string(),
  start_date: moment,
  end_date: moment,
  start_epoch: z.number().int(),
  end_epoch: z.number().int(),
  comm_src: z.string(),
  created_by: onlyWith('read:people', z.string()),
  created_date: moment,
  created_epoch: z.number().int(),
  updated_by: onlyWith('read:people', z.string().nullable()),
  updated_date: moment.nullable(),
  cancelled_by: onlyWith('read:people', z.string().nullable()),
  cancelled_date: moment
    .nullable()
    .describe('A cancelled event stays in lists and does not change any more.'),
  version: z.number().int(),
  data_centers: z.array(dataCenter),
  notifications: z.array(notification).describe('Empty in a list that was asked for without them.'),
})
export type MaintenanceEvent = z.infer<typeof maintenanceEvent>

/** Event as the older calls spell it: its only notification becomes two fields, body and id (spec 2 §3). */
export const maintenanceWindow = maintenanceEvent.extend({
  notification_body: z.string(),
  notification_id: z.number().int().nullable(),
})
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>

/** Accepts a data center as its system name, or as the object that answers contain. */
const chosenDataCenter = z
  .union([systemKey, z.object({ system_name: systemKey })])
  .transform((service) => (typeof service === 'string' ? service : service.system_name))

const fields = {
  title: oneLine().min(1, 'Issue with title').max(LONGEST_EVENT_TITLE),
  start_date: zonedTime,
  end_date: zonedTime,
  data_centers: z.array(chosenDataCenter).min(1, 'Issue with data centers').max(100),
  flag: z
    .union([systemKey, z.literal('')])
    .nullish()
    .describe('The empty text says none, as null does.'),
  jira_id: z.string().max(1_000).nullish(),
  comm_src: z.string().trim().max(100).optional(),
}

export const eventCreation = {
  ...fields,
  is_internal: yesNo,
  is_test: yesNo.default('N'),
  created_by: emailAddress
    .optional()
    .describe('The signed-in person; required with a session. A token leaves it out.'),
}

export const eventUpdate = {
  ...fields,
  id: rowId,
  is_internal: yesNo,
  is_test: yesNo.optional(),
  created_by: z.string().max(320).optional(),
  version: z
    .number()
    .int()
    .optional()
    .describe('The version that was edited; an event that has been changed since refuses the edit.'),
}

const notificationBody = z.string().trim().min(1, 'Issue with Notification Body').max(100_000)

export const windowCreation = {
  ...fields,
  is_internal: yesNo,
  is_test: yesNo,
  created_by: emailAddress,
  notification_body: notificationBody,
}

export const windowUpdate = {
  ...windowCreation,
  created_by: z.string().max(320),
  id: rowId,
  notification_id: rowId,
  version: z.number().int().optional(),
}

/** A notification's mails at the moment when its unsent mails were stopped, counted by state. */
export const stoppedMails = z.object({
  notification_id: z.number().int(),
  title: z.string(),
  sent: z.number().int(),
  on_their_way: z
    .number()
    .int()
    .describe('Handed to the mail server at that moment: they cannot be called back.'),
  stopped: z.number().int(),
})
export type StoppedMails = z.infer<typeof stoppedMails>

/** An event or incident that overlaps a planned event in time, in at least one of its data centers. */
export const overlap = z.object({
  kind: z.enum(['event', 'freeze_window', 'incident']),
  id: z.string().describe('The id of the event, or the OPI.'),
  title: z.string(),
  is_internal: yesNo,
  is_test: yesNo.describe('N for an incident.'),
  start_date: moment,
  end_date: moment.nullable().describe('Null while an incident has no end.'),
  data_centers: z.array(z.string()).describe('Those they have in common, by system name.'),
})
export type Overlap = z.infer<typeof overlap>

export const maintenanceFlag = z.object({ system_name: z.string(), name: z.string() })
export type MaintenanceFlag = z.infer<typeof maintenanceFlag>
