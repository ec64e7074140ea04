import { z } from 'zod'
import { DETAILS_LONGEST } from '../constants.ts'
import { incidentStatus, jiraInfo, slackInfo } from '../incidents/schemas.ts'
import { hasTooManyTags, MAX_BODY_TAGS } from '../messages/body.ts'
import { httpLink, LARGEST_ID } from '../rules.ts'
import { SEVERITIES } from '../status/rules.ts'
import { instant, priorityType, rowIdText, systemKey, yesNo } from '../wire.ts'

/** A name that a sender used but the reference data do not contain. */
export type UnknownName = { kind: 'service' | 'data center' | 'severity'; name: string }

// Records: one line of a file for `npx aviary import`, or one element of `records` in the ingestion API.

const severityWord = systemKey.meta({
  examples: [...SEVERITIES],
  description: `${SEVERITIES.join(', ')}, in any case; DEGRADATION is a PARTIAL_OUTAGE, DISRUPTION an OUTAGE. Or a name or alias that the reference data has for one, such as \`critical\`.`,
})

const jiraId = z.string().trim().min(1).max(50).describe('The incident, as the tracker calls it: OPI-1801.')
const companyId = rowIdText.describe('The outtask id.')
const count = z.coerce.number().int().min(0).max(LARGEST_ID)

const messageBody = z
  .string()
  .max(100_000)
  .refine((html) => !hasTooManyTags(html), `has more than ${MAX_BODY_TAGS} tags`)

const messageRecord = z.object({
  key: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('Unique within the incident; sending it again updates the message instead of adding one.'),
  title: z.string().trim().min(1).max(300),
  message_type: z.string().trim().min(1).max(100).optional(),
  created_date: instant,
  body: z
    .record(z.string().min(2).max(35), messageBody)
    .describe('HTML by language; `en` is shown where a language is missing.'),
})

/** Natural key: `jira_id`. Omitted counts, team and messages keep their stored values; `end_date` null reopens. */
export const incidentRecord = z
  .object({
    jira_id: jiraId,
    priority_type: priorityType,
    severity: severityWord,
    status: incidentStatus.describe('ACTIVE and INVESTIGATION are open; RESOLVED and any other are closed.'),
    is_internal: yesNo.default('N').describe('Y: for staff only.'),
    details: z.string().max(DETAILS_LONGEST).default(''),
    affected_services: z.array(systemKey).max(100).describe('System names, as `/api/services` lists them.'),
    data_centers: z.array(systemKey).max(100).describe('System names, as `/api/data_centers` lists them.'),
    cis: z
      .array(z.string().trim().min(1).max(200))
      .max(100)
      .optional()
      .describe(
        'Configuration items at fault, as far as the source knows them; left out keeps what is stored.',
      ),
    affected_users: count.nullish().describe('Left out keeps what is stored.'),
    affected_company_count: count
      .nullish()
      .describe('Where only the number is known; left out keeps what is stored.'),
    start_date: instant,
    end_date: instant
      .nullish()
      .describe('Not before the start; null while it lasts, which reopens an ended one.'),
    sla_end_date: instant.nullish().describe('Left out: reckoned from the start by priority.'),
    jira_info: jiraInfo.optional(),
    slack_info: slackInfo.optional(),
    messages: z.array(messageRecord).max(1_000).default([]),
  })
  .refine((record) => !record.end_date || Date.parse(record.end_date) >= Date.parse(record.start_date), {
    path: ['end_date'],
    message: 'end_date is before start_date',
  })
export type IncidentRecord = z.output<typeof incidentRecord>

/** Natural key: `id`. */
export const companyRecord = z.object({
  id: companyId,
  name: z.string().trim().min(1).max(300),
  entity_code: z.string().trim().max(100).nullish(),
  data_center: systemKey.nullish(),
})
export type CompanyRecord = z.output<typeof companyRecord>

export const affectedCompanyRecord = z.object({ jira_id: jiraId, company_id: companyId })
export type AffectedCompanyRecord = z.output<typeof affectedCompanyRecord>

export const LONGEST_SUMMARY = 500
export const LONGEST_LINK = 2_000

/**
 * Natural key: `source`, `service`, `data_center`. `at` orders reports: a report older than the stored one changes
 * nothing.
 */
export const statusRecord = z.object({
  service: systemKey.describe('System name, as `/api/services` lists it.'),
  data_center: systemKey.describe('System name, as `/api/data_centers` lists it.'),
  status: severityWord,
  source: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('monitoring')
    .describe('Who reports; each source has one report a cell.'),
  at: instant.describe('When this was so: an older report than the one that is stored changes nothing.'),
  summary: z.string().trim().max(LONGEST_SUMMARY).nullish().describe('What it is about, in a sentence.'),
  link: z
    .string()
    .trim()
    .max(LONGEST_LINK)
    .regex(httpLink, 'use an address that begins with http:// or https://')
    .nullish()
    .describe('A page about it: http or https, without a name and password.'),
})
export type StatusRecord = z.output<typeof statusRecord>

const ciName = z.string().trim().min(1).max(200)
const dataCenters = z.array(systemKey).max(100).default([])

/**
 * A configuration item (CI). Natural key: `name`; each record replaces its stored services and data centers.
 */
export const ciRecord = z.object({
  name: ciName.describe('Names the CI: the same name is the same CI.'),
  category: z.string().trim().min(1).max(200),
  services: dataCenters,
  data_centers: dataCenters,
})
export type CiRecord = z.output<typeof ciRecord>

/** A company depends on a CI; `depends` N removes the dependency. */
export const ciDependencyRecord = z.object({
  ci: ciName,
  company_id: companyId,
  depends: yesNo.default('Y').describe('N ends the dependency.'),
})
export type CiDependencyRecord = z.output<typeof ciDependencyRecord>
