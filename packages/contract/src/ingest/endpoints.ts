import { z } from 'zod'
import { changeRecord } from '../changes/record.ts'
import { endpoint, serviceToken, signedBy } from '../endpoint.ts'
import {
  affectedCompanyRecord,
  ciDependencyRecord,
  ciRecord,
  companyRecord,
  incidentRecord,
  statusRecord,
} from './schemas.ts'

/** What reference data lists and senders name. */
export const UNKNOWN_KINDS = ['service', 'data center', 'severity'] as const
export type UnknownKind = (typeof UNKNOWN_KINDS)[number]

/** How many records of each kind were new, changed or already as sent. */
export const taken = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
})
export type Taken = z.infer<typeof taken>

const LARGEST_BATCH = 1_000
const batch = <T extends z.ZodType>(record: T) =>
  z.object({ records: z.array(record).min(1).max(LARGEST_BATCH) })

export const ingestIncidents = endpoint({
  method: 'PUT',
  path: '/ingest/incidents',
  summary: 'Creates or updates incidents by their Jira id, all or none',
  access: serviceToken('ingest:incidents'),
  audits: 'Ingest Incidents',
  body: batch(incidentRecord),
  answer: taken,
})

export const ingestAffectedCompanies = endpoint({
  method: 'PUT',
  path: '/ingest/affected_companies',
  summary: 'Adds affected companies to incidents, all or none',
  access: serviceToken('ingest:incidents'),
  audits: 'Ingest Affected Companies',
  body: batch(affectedCompanyRecord),
  answer: taken,
})

export const ingestCompanies = endpoint({
  method: 'PUT',
  path: '/ingest/companies',
  summary: 'Creates or updates companies by their id, all or none',
  access: serviceToken('ingest:companies'),
  audits: 'Ingest Companies',
  body: batch(companyRecord),
  answer: taken,
})

export const ingestStatus = endpoint({
  method: 'PUT',
  path: '/ingest/status',
  summary: 'Takes what monitoring reports of services in data centers, all or none',
  access: serviceToken('ingest:status'),
  audits: 'Ingest Status',
  body: batch(statusRecord),
  answer: taken,
})

export const ingestChanges = endpoint({
  method: 'PUT',
  path: '/ingest/changes',
  summary: 'Creates or updates changes by their source and key, all or none',
  access: serviceToken('ingest:changes'),
  audits: 'Ingest Changes',
  body: batch(changeRecord),
  answer: taken,
})

export const ingestCis = endpoint({
  method: 'PUT',
  path: '/ingest/cis',
  summary: 'Creates or updates configuration items by their name, all or none',
  access: serviceToken('ingest:impact'),
  audits: 'Ingest CIs',
  body: batch(ciRecord),
  answer: taken,
})

export const ingestCiDependencies = endpoint({
  method: 'PUT',
  path: '/ingest/ci_dependencies',
  summary: 'Adds or ends dependencies of companies on configuration items, all or none',
  access: serviceToken('ingest:impact'),
  audits: 'Ingest CI Dependencies',
  body: batch(ciDependencyRecord),
  answer: taken,
})

/** What became of a webhook: `taken` changed something, the other two changed nothing and say why. */
export const webhookOutcome = z.object({
  outcome: z.enum(['taken', 'unchanged', 'already received', 'older than what is known', 'not for Aviary']),
  detail: z.string(),
})
export type WebhookOutcome = z.infer<typeof webhookOutcome>

export const jiraWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/jira',
  summary: "Jira's issue events, signed with the shared secret (X-Hub-Signature)",
  access: signedBy('jira'),
  audits: 'Jira Webhook',
  body: z.looseObject({}),
  answer: webhookOutcome,
})

export const alertmanagerWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/alertmanager',
  summary: 'Prometheus Alertmanager notifications (version 4), with a bearer token',
  access: serviceToken('webhook:alertmanager'),
  audits: 'Alertmanager Webhook',
  body: z.looseObject({}),
  answer: webhookOutcome,
})

export const githubWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/github',
  summary:
    "GitHub's deployment, deployment_status and release events, signed with the shared secret (X-Hub-Signature-256)",
  access: signedBy('github'),
  audits: 'GitHub Webhook',
  body: z.looseObject({}),
  answer: webhookOutcome,
})
