import { z } from 'zod'
import { serviceToken, signedBy } from '../access.ts'
import { changeRecord } from '../changes/record.ts'
import { endpoint } from '../endpoint.ts'
import {
  affectedCompanyRecord,
  ciDependencyRecord,
  ciRecord,
  companyRecord,
  incidentRecord,
  statusRecord,
} from './schemas.ts'

const count = z.number().int()

/** Numbers of records that were new, changed, or stored already. */
export type IngestCounts = { created: number; updated: number; unchanged: number }

const fault = z.object({
  index: count.describe('Which one of those that were sent, from 0.'),
  message: z.string().describe('What to mend, with the field it is about.'),
})

/** Outcome of a batch: valid records are stored, the others refused and listed. */
export const batchOutcome = z.object({
  created: count.describe('Records that were new.'),
  updated: count.describe('Records that changed something.'),
  unchanged: count.describe('Records that were known already.'),
  refused: count.describe(
    'Records that were not stored. Where it would be all of them, the call is refused (400).',
  ),
  faults: z.array(fault).describe('What is wrong with the refused ones: at most three of each.'),
})
export type BatchOutcome = z.infer<typeof batchOutcome>

export const LARGEST_BATCH = 1_000
const batch = <T extends z.ZodType>(record: T) => ({
  largestBatch: LARGEST_BATCH,
  body: z.object({ records: z.array(record).min(1).max(LARGEST_BATCH) }),
})

export const ingestIncidents = endpoint({
  method: 'PUT',
  path: '/ingest/incidents',
  summary: 'Creates or updates incidents by their Jira id',
  access: serviceToken('ingest:incidents'),
  audits: 'Ingest Incidents',
  ...batch(incidentRecord),
  answer: batchOutcome,
})

export const ingestAffectedCompanies = endpoint({
  method: 'PUT',
  path: '/ingest/affected_companies',
  summary: 'Adds affected companies to incidents',
  access: serviceToken('ingest:incidents'),
  audits: 'Ingest Affected Companies',
  ...batch(affectedCompanyRecord),
  answer: batchOutcome,
})

export const ingestCompanies = endpoint({
  method: 'PUT',
  path: '/ingest/companies',
  summary: 'Creates or updates companies by their id',
  access: serviceToken('ingest:companies'),
  audits: 'Ingest Companies',
  ...batch(companyRecord),
  answer: batchOutcome,
})

export const ingestStatus = endpoint({
  method: 'PUT',
  path: '/ingest/status',
  summary: 'Takes what monitoring reports of services in data centers',
  access: serviceToken('ingest:status'),
  audits: 'Ingest Status',
  ...batch(statusRecord),
  answer: batchOutcome,
})

export const ingestChanges = endpoint({
  method: 'PUT',
  path: '/ingest/changes',
  summary: 'Creates or updates changes by their source and key',
  access: serviceToken('ingest:changes'),
  audits: 'Ingest Changes',
  ...batch(changeRecord),
  answer: batchOutcome,
})

export const ingestCis = endpoint({
  method: 'PUT',
  path: '/ingest/cis',
  summary: 'Creates or updates configuration items by their name',
  access: serviceToken('ingest:impact'),
  audits: 'Ingest CIs',
  ...batch(ciRecord),
  answer: batchOutcome,
})

export const ingestCiDependencies = endpoint({
  method: 'PUT',
  path: '/ingest/ci_dependencies',
  summary: 'Adds or ends dependencies of companies on configuration items',
  access: serviceToken('ingest:impact'),
  audits: 'Ingest CI Dependencies',
  ...batch(ciDependencyRecord),
  answer: batchOutcome,
})

export const bounceOutcome = z.object({
  outcome: z
    .enum(['taken', 'already received', 'not for Aviary'])
    .describe(
      '`not for Aviary`: it is no report of a mail that could not be delivered, not of one of ours, or of an address that it was forwarded to.',
    ),
  detail: z.string(),
})
export type BounceOutcome = z.infer<typeof bounceOutcome>

export const LARGEST_BOUNCE = 4 * 1024 * 1024

export const ingestBounce = endpoint({
  method: 'POST',
  path: '/ingest/bounces',
  summary: 'A mail that came back: the report as the mail server got it (RFC 3464)',
  access: serviceToken('ingest:bounces'),
  audits: 'Ingest Bounce',
  takesText: 'message/rfc822',
  query: z.object({
    recipient: z
      .string()
      .max(320)
      .optional()
      .describe('Address that the report was sent to, where its headers do not have it.'),
  }),
  body: z.string().min(1).max(LARGEST_BOUNCE),
  answer: bounceOutcome,
})

/**
 * Outcome of a webhook: `taken` means that something changed; the other values are reasons why nothing
 * changed.
 */
export const webhookOutcome = z.object({
  outcome: z.enum(['taken', 'unchanged', 'already received', 'older than what is known', 'not for Aviary']),
  detail: z.string(),
  refused: count.optional().describe('Alerts that were not taken.'),
  faults: z
    .array(fault.extend({ alert: z.string().describe('Its name, or its fingerprint where it has none.') }))
    .optional()
    .describe('What is unknown, by alert: the first 100.'),
})
export type WebhookOutcome = z.infer<typeof webhookOutcome>

export const jiraWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/jira',
  summary: "Jira's issue events, signed with the shared secret (X-Hub-Signature)",
  access: signedBy('jira'),
  audits: 'Jira Webhook',
  isForeign: true,
  body: z.looseObject({}),
  answer: webhookOutcome,
})

export const alertmanagerWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/alertmanager',
  summary: 'Prometheus Alertmanager notifications (version 4), with a bearer token',
  access: serviceToken('webhook:alertmanager'),
  audits: 'Alertmanager Webhook',
  isForeign: true,
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
  isForeign: true,
  body: z.looseObject({}),
  answer: webhookOutcome,
})
