import { z } from 'zod'
import { signedIn } from '../access.ts'
import { markedIncident } from '../changes/endpoints.ts'
import { change } from '../changes/schemas.ts'
import {
  CHANGES_BEFORE_DEFAULT_HOURS,
  CHANGES_BEFORE_LONGEST_HOURS,
  SIMILAR_INCIDENTS_MOST,
} from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { rowIdText, yesNo } from '../wire.ts'

const moment = z.iso.datetime()

const hours = z.coerce
  .number()
  .int()
  .min(1)
  .max(CHANGES_BEFORE_LONGEST_HOURS)
  .default(CHANGES_BEFORE_DEFAULT_HOURS)

/** Names that a change or maintenance shares with the incident; only items with a shared name are listed. */
const shared = z.object({
  cis: z.array(z.string()),
  services: z.array(z.string()),
  data_centers: z.array(z.string()),
})

export const precedent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    change,
    seconds_before: z.number().int().describe('From when it took effect to the start of the incident.'),
    is_under_way: z.boolean().describe('It had started and no end before the incident began is recorded.'),
    shared,
  }),
  z.object({
    kind: z.literal('maintenance'),
    event: z.object({
      id: z.number().int(),
      title: z.string(),
      is_internal: yesNo,
      start_date: moment,
      end_date: moment,
      data_centers: z.array(z.string()),
    }),
    seconds_before: z.number().int(),
    is_under_way: z.boolean().describe('It was still going on when the incident began.'),
    shared,
  }),
])
export type Precedent = z.infer<typeof precedent>

export const listChangesBefore = endpoint({
  method: 'GET',
  path: '/changes_before_incident/',
  summary:
    'Changes and maintenance in the hours before an incident, or under way when it began, that share a CI, a service or a data center with it, the nearest first',
  mayTakeTooLong: true,
  access: signedIn,
  tokenScope: 'read:changes',
  query: z.object({ jira_id: z.string().trim().min(1).max(50), hours }),
  answer: z.object({
    from: moment,
    to: moment,
    items: z.array(precedent),
    more: z.number().int().describe('Found besides those that are listed.'),
    unrelated: z.number().int().describe('Changes in the same hours with nothing in common.'),
    incident: shared.describe('What the incident was compared by.'),
  }),
})

export const listIncidentsAfter = endpoint({
  method: 'GET',
  path: '/incidents_after_change/',
  summary:
    'Incidents that began in the hours after a change and share a CI, a service or a data center with it',
  mayTakeTooLong: true,
  access: signedIn,
  tokenScope: 'read:changes',
  query: z.object({ change_id: rowIdText, hours }),
  answer: z.object({
    from: moment,
    to: moment,
    items: z.array(z.object({ incident: markedIncident, seconds_after: z.number().int(), shared })),
    more: z.number().int(),
  }),
})

export const similarIncident = markedIncident.extend({
  root_cause: z
    .object({ message_id: z.number().int(), title: z.string() })
    .nullable()
    .describe('The message that tells its root cause, the final one before an intermediate one.'),
  shared: shared
    .extend({
      words: z.array(z.string()).describe('Words of both details, in lower case; the first ones only.'),
    })
    .describe('Why it is listed.'),
})
export type SimilarIncident = z.infer<typeof similarIncident>

export const listSimilarIncidents = endpoint({
  method: 'GET',
  path: '/similar_incidents/',
  summary: `Incidents like this one, ${SIMILAR_INCIDENTS_MOST} at most: they share a CI, a service or two words of their details; the most alike first`,
  mayTakeTooLong: true,
  access: signedIn,
  tokenScope: 'read:incidents',
  query: z.object({ jira_id: z.string().trim().min(1).max(50) }),
  answer: z.object({ items: z.array(similarIncident) }),
})
