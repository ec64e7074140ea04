import { z } from 'zod'
import { requires } from '../access.ts'
import { endpoint, write } from '../endpoint.ts'
import { rowId, rowIdText, yesNo } from '../wire.ts'
import { comm, commFields, commType, incidentFields, securityIncident, versionField } from './schemas.ts'

export const listSecurityIncidents = endpoint({
  method: 'GET',
  path: '/sec/incidents/',
  summary: 'The security incidents, the newest start first',
  access: requires('view_security_incidents', 'view_comms', 'view_mass_import'),
  answer: z.object({ incidents: z.array(securityIncident) }),
})

export const createSecurityIncident = endpoint({
  method: 'POST',
  path: '/sec/incidents/',
  summary: 'Creates a security incident; a start_date that names no moment needs start_date_utc beside it',
  access: requires('view_security_incidents'),
  audits: 'Create Security Incident',
  body: write(incidentFields),
  answer: z.object({ sec_id: z.number().int(), incident: securityIncident }),
})

export const updateSecurityIncident = endpoint({
  method: 'PUT',
  path: '/sec/incidents/',
  summary: 'Changes a security incident; without a status that stays',
  access: requires('view_security_incidents'),
  audits: 'Edit Security Incident',
  body: write({
    ...incidentFields,
    sec_id: rowId,
    status: incidentFields.status.optional(),
    ...versionField,
  }),
  answer: z.object({ sec_id: z.number().int(), incident: securityIncident }),
})

export const deleteSecurityIncident = endpoint({
  method: 'DELETE',
  path: '/sec/incidents/delete/',
  summary: 'Deletes a security incident that has no comms any more',
  access: requires('view_security_incidents'),
  audits: 'Delete Security Incident',
  body: write({ sec_id: rowId }),
  answer: z.object({ sec_id: z.number().int() }),
})

export const listCommTypes = endpoint({
  method: 'GET',
  path: '/sec/comm_types/',
  summary: 'The kinds of comms there are',
  access: requires('view_comms'),
  answer: z.object({
    comm_types: z.array(commType),
    retired: z
      .array(commType)
      .optional()
      .describe('No longer offered; comms that have one of these keep it.'),
  }),
})

export const listComms = endpoint({
  method: 'GET',
  path: '/sec/comms/',
  summary: 'The comms of one security incident, or of all, the newest first',
  access: requires('view_comms', 'view_emails', 'view_mass_import'),
  query: z.object({ sec_id: rowIdText.optional() }),
  answer: z.object({
    comms: z.array(comm),
    incident_exists: yesNo
      .optional()
      .describe('Whether there is the incident that was asked for; left out where none was named.'),
  }),
})

export const createComm = endpoint({
  method: 'POST',
  path: '/sec/comms/',
  summary: 'Creates a comm of a security incident',
  access: requires('view_comms'),
  audits: 'Create Security Comm',
  body: write({ ...commFields, sec_id: rowId }),
  answer: z.object({ sec_comm_id: z.number().int(), comm }),
})

export const updateComm = endpoint({
  method: 'PUT',
  path: '/sec/comms/',
  summary: 'Changes a comm; it stays with its incident',
  access: requires('view_comms'),
  audits: 'Edit Security Comm',
  body: write({
    ...commFields,
    is_hidden: commFields.is_hidden.unwrap().optional(),
    sec_comm_id: rowId,
    ...versionField,
  }),
  answer: z.object({ sec_comm_id: z.number().int(), comm }),
})

export const deleteComm = endpoint({
  method: 'DELETE',
  path: '/sec/comms/delete/',
  summary: 'Deletes a comm that has no emails and no imports any more',
  access: requires('view_comms'),
  audits: 'Delete Security Comm',
  body: write({ sec_comm_id: rowId }),
  answer: z.object({ sec_comm_id: z.number().int() }),
})
