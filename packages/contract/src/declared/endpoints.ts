import { z } from 'zod'
import { requires } from '../access.ts'
import { DETAILS_LONGEST } from '../constants.ts'
import { endpoint, write } from '../endpoint.ts'
import { incidentStatus } from '../incidents/schemas.ts'
import { severity } from '../status/schemas.ts'
import { instant, priorityType, systemKey } from '../wire.ts'

// Incidents declared in Aviary: for companies without a tracker, and while a tracker is down (ADR 58).

const access = requires('declare_incident')

const fields = {
  details: z.string().trim().min(1).max(DETAILS_LONGEST).describe('What is wrong, in plain text.'),
  priority_type: priorityType,
  severity,
  affected_services: z.array(systemKey).min(1).max(100).describe('System names.'),
  data_centers: z.array(systemKey).min(1).max(100).describe('System names.'),
}

const ownId = z.string().trim().min(1).max(50).describe('AVI- and a number.')
const version = z
  .number()
  .int()
  .describe('The version that was read; an incident that has been changed since refuses the write.')

const own = z.object({ jira_id: z.string(), version: z.number().int() })

export const declareIncident = endpoint({
  method: 'POST',
  path: '/declare_incident/',
  summary: 'Declares an incident of Aviary’s own; it begins internal',
  access,
  audits: 'Declare Incident',
  body: write({
    ...fields,
    start_date: instant.optional().describe('When it began, not later than now; omitted, now.'),
    alert: z
      .string()
      .max(200)
      .optional()
      .describe(
        '`alert` of the report behind a cell. While an incident that was declared from it is open, that one is answered.',
      ),
  }),
  answer: own.extend({ is_new: z.boolean() }),
})

export const getOwnIncident = endpoint({
  method: 'GET',
  path: '/own_incident/',
  summary: 'The fields of an incident of Aviary’s own, as its form needs them',
  access,
  query: z.object({ jira_id: ownId }),
  answer: own.extend({
    details: z.string(),
    priority_type: priorityType,
    severity,
    status: z.string(),
    affected_services: z.array(z.string()),
    data_centers: z.array(z.string()),
    start_date: z.iso.datetime(),
    end_date: z.iso.datetime().nullable(),
  }),
})
export type OwnIncident = z.infer<(typeof getOwnIncident)['answer']>

export const updateOwnIncident = endpoint({
  method: 'PUT',
  path: '/own_incident/',
  summary: 'Changes an incident of Aviary’s own: its fields, status and end',
  access,
  audits: 'Update Own Incident',
  body: write({
    jira_id: ownId,
    version,
    ...fields,
    status: incidentStatus.describe('ACTIVE and INVESTIGATION are open; RESOLVED and any other are closed.'),
    start_date: instant.meta({ examples: ['2026-08-20T10:00:00Z'] }),
    end_date: instant.nullable().meta({
      examples: [null],
      description: 'Not before the start; null while it lasts, which reopens an ended one.',
    }),
  }),
  answer: own,
})

export const publishIncident = endpoint({
  method: 'POST',
  path: '/own_incident/publish/',
  summary: 'Makes an incident of Aviary’s own EXTERNAL: customers may be told of it from now on',
  access,
  audits: 'Publish Own Incident',
  body: write({ jira_id: ownId, version }),
  answer: own,
})

export const handOverIncident = endpoint({
  method: 'POST',
  path: '/own_incident/hand_over/',
  summary:
    'Hands an incident of Aviary’s own over to an issue of the tracker, with messages, mails and addresses',
  access,
  audits: 'Hand Over Own Incident',
  body: write({
    jira_id: ownId,
    version,
    to: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .describe('The issue, as the tracker calls it: OPI-1801. It may be known here already.'),
  }),
  answer: z.object({
    jira_id: z.string(),
    is_merged: z.boolean().describe('Whether the issue was known here.'),
  }),
})
