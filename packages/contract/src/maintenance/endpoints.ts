import { z } from 'zod'
import { anyone, requires, signedIn } from '../access.ts'
import { endpoint, write, writeOfTokens } from '../endpoint.ts'
import { rowId, rowIdText, systemKey, yesNo, zonedTime } from '../wire.ts'
import {
  eventCreation,
  eventUpdate,
  maintenanceEvent,
  maintenanceFlag,
  maintenanceWindow,
  overlap,
  stoppedMails,
  windowCreation,
  windowUpdate,
} from './schemas.ts'

export const listMaintenanceEvents = endpoint({
  method: 'GET',
  path: '/v2/maintenance_event',
  summary: 'Every maintenance event, newest start first; notifications=N leaves their notifications out',
  access: signedIn,
  tokenScope: 'read:maintenance',
  query: z.object({ notifications: yesNo.default('Y') }),
  answer: z.object({ maintenance_events: z.array(maintenanceEvent) }),
})

export const getMaintenanceEvent = endpoint({
  method: 'GET',
  path: '/v2/maintenance_event/:id',
  summary: 'One maintenance event with its notifications',
  access: signedIn,
  tokenScope: 'read:maintenance',
  params: z.object({ id: rowIdText }),
  answer: z.object({ maintenance_event: maintenanceEvent }),
})

export const createMaintenanceEvent = endpoint({
  method: 'POST',
  path: '/v2/maintenance_event',
  summary: 'Plans a maintenance event',
  access: requires('create_maintenance_event'),
  tokenScope: 'write:maintenance',
  audits: 'Create Maintenance Event',
  body: writeOfTokens(eventCreation),
  answer: z.object({ maintenance_event: maintenanceEvent }),
})

export const updateMaintenanceEvent = endpoint({
  method: 'PUT',
  path: '/v2/maintenance_event',
  summary: 'Changes a maintenance event; a Maintenance Complete that was due at its end moves with it',
  access: requires('edit_maintenance_event'),
  tokenScope: 'write:maintenance',
  audits: 'Update Maintenance Event',
  body: writeOfTokens(eventUpdate),
  answer: z.object({ maintenance_event: maintenanceEvent }),
})

const mails = z
  .array(stoppedMails)
  .describe('What became of the mails of its notifications that were being sent.')

export const cancelMaintenanceEvent = endpoint({
  method: 'PUT',
  path: '/v2/cancel_maintenance_event',
  summary:
    'Cancels a maintenance event that is not over: it stays, marked as cancelled, and its notifications that have not gone out are not mailed, except a Maintenance Cancelled',
  access: requires('edit_maintenance_event'),
  audits: 'Cancel Maintenance Event',
  body: write({ id: rowId }),
  answer: z.object({ maintenance_event: maintenanceEvent, mails }),
})

const deleted = z.object({ id: z.number().int(), mails })

export const deleteMaintenanceEvent = endpoint({
  method: 'PUT',
  path: '/v2/delete_maintenance_event',
  summary: 'Deletes a maintenance event with its notifications; mails that have not gone out are stopped',
  access: requires('delete_maintenance_event'),
  audits: 'Delete Maintenance Event',
  body: write({ id: rowId }),
  answer: deleted,
})

export const listMaintenanceWindows = endpoint({
  method: 'GET',
  path: '/maintenance_event',
  summary: 'The same events as the older client reads them',
  access: signedIn,
  answer: z.object({ maintenance_windows: z.array(maintenanceWindow) }),
})

export const createMaintenanceWindow = endpoint({
  method: 'POST',
  path: '/maintenance_event',
  summary: 'Plans a maintenance event with one notification that is not mailed',
  access: requires('create_maintenance_window'),
  audits: 'Create Maintenance Window',
  body: write(windowCreation),
  answer: z.object({ maintenance_window: maintenanceWindow }),
})

export const updateMaintenanceWindow = endpoint({
  method: 'PUT',
  path: '/maintenance_event',
  summary: 'Changes a maintenance event and the body of its one notification',
  access: requires('edit_maintenance_window'),
  audits: 'Update Maintenance Window',
  body: write(windowUpdate),
  answer: z.object({ maintenance_window: maintenanceWindow }),
})

/** A write despite its method: it needs the anti-forgery header, so that a followed link deletes nothing. */
export const deleteMaintenanceWindow = endpoint({
  method: 'GET',
  path: '/delete_maintenance_event/',
  summary: 'Deletes a maintenance event with its notifications; mails that have not gone out are stopped',
  access: requires('delete_maintenance_window'),
  audits: 'Delete Maintenance Window',
  query: z.object({ id: rowIdText }),
  answer: deleted,
})

/** Regular expression of one name in a comma-separated list. */
const NAME = '\\s*[^,\\s]([^,]{0,98}[^,\\s])?\\s*'

export const listOverlaps = endpoint({
  method: 'GET',
  path: '/v2/maintenance_overlaps/',
  summary: 'Other events, freeze windows and open incidents in these data centers at that time',
  access: signedIn,
  tokenScope: 'read:maintenance',
  query: z.object({
    start_date: zonedTime,
    end_date: zonedTime,
    /** System names, comma-separated. */
    data_centers: z
      .string()
      .max(10_000)
      .meta({ pattern: `^${NAME}(,${NAME}){0,99}$` })
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(systemKey).min(1).max(100))
      .optional()
      .describe('All data centers without it.'),
    id: rowIdText.optional().describe('The event itself, which overlaps with nothing.'),
  }),
  answer: z.object({ overlaps: z.array(overlap) }),
})

export const listMaintenanceFlags = endpoint({
  method: 'GET',
  path: '/maintenance_flags/',
  summary: 'What an event can be flagged as',
  access: signedIn,
  tokenScope: 'write:maintenance',
  answer: z.object({
    flags: z.array(maintenanceFlag),
    retired: z
      .array(maintenanceFlag)
      .optional()
      .describe('No longer offered; events that have one of these keep it.'),
  }),
})

/**
 * A PUT, because it replaces the previous link, and because the link is a secret: answers to POST are stored
 * for retries.
 */
export const createCalendarLink = endpoint({
  method: 'PUT',
  path: '/maintenance_calendar_link/',
  summary: 'Makes the addresses under which a calendar program reads the events; addresses made before end',
  access: signedIn,
  audits: 'Create Calendar Link',
  body: write({}),
  /** One `.ics` URL for each data center, and one for `all`. No other call returns these URLs. */
  answer: z.object({ links: z.array(z.object({ data_center: z.string(), address: z.string() })) }),
})

export const getCalendarLink = endpoint({
  method: 'GET',
  path: '/maintenance_calendar_link/',
  summary:
    'Whether this person has addresses for calendar programs, and since when; the addresses are not shown again',
  access: signedIn,
  answer: z.object({ has_link: yesNo, created_date: z.iso.datetime().nullable() }),
})

export const deleteCalendarLink = endpoint({
  method: 'DELETE',
  path: '/maintenance_calendar_link/',
  summary: 'Ends the addresses that this person made for calendar programs',
  access: signedIn,
  audits: 'Delete Calendar Link',
  body: write({}),
  answer: z.object({ had_link: yesNo }),
})

export const getCalendar = endpoint({
  method: 'GET',
  path: '/maintenance_calendar/:token/:file',
  summary: 'The events of one data center, or of all, as iCalendar; the token in the address says who reads',
  answerTypes: ['text/calendar'],
  access: anyone,
  params: z.object({ token: z.string().min(1).max(100), file: z.string().max(110) }),
  query: z.object({
    locale: z
      .string()
      .max(35)
      .optional()
      .describe('The language of the texts, such as `ja`; English for another one, or if omitted.'),
  }),
  answer: z.string(),
})
