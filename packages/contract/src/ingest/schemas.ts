import { z } from 'zod'
import { incidentStatus, jiraInfo, slackInfo } from '../incidents/schemas.ts'
import { readSeverity, SEVERITIES, type Severity, severityPattern } from '../status/rules.ts'
import { instant, LARGEST_ID, priorityType, rowIdText, systemKey, yesNo } from '../wire.ts'

// One line of a file for `npx aviary import`, and one element of `records` in the ingestion API.

const anySeverity = z
  .string()
  .meta({ pattern: severityPattern })
  .transform((text, context): Severity => {
    const found = readSeverity(text)
    if (found) return found
    context.addIssue({
      code: 'custom',
      message: `'${text.slice(0, 50)}' is no severity; use one of ${SEVERITIES.join(', ')}`,
    })
    return z.NEVER
  })

const jiraId = z.string().trim().min(1).max(50)
const count = z.coerce.number().int().min(0).max(LARGEST_ID)

const messageRecord = z.object({
  /** Unique within the incident; sending it again updates the message instead of adding one. */
  key: z.string().trim().min(1).max(100),
  title: z.string().trim().min(1).max(300),
  message_type: z.string().trim().min(1).max(100).optional(),
  created_date: instant,
  body: z.record(z.string().min(2).max(35), z.string().max(100_000)),
})

/** Natural key: `jira_id`. Counts, team and messages that are left out keep what is stored; `end_date` null reopens. */
export const incidentRecord = z
  .object({
    jira_id: jiraId,
    priority_type: priorityType,
    severity: anySeverity,
    status: incidentStatus,
    is_internal: yesNo.default('N'),
    details: z.string().max(100_000).default(''),
    affected_services: z.array(systemKey).max(100),
    data_centers: z.array(systemKey).max(100),
    /** Configuration items at fault, as far as the source knows them; left out keeps what is stored. */
    cis: z.array(z.string().trim().min(1).max(200)).max(100).optional(),
    affected_users: count.nullish(),
    affected_company_count: count.nullish(),
    start_date: instant,
    end_date: instant.nullish(),
    sla_end_date: instant.nullish(),
    jira_info: jiraInfo.optional(),
    slack_info: slackInfo.optional(),
    messages: z.array(messageRecord).max(1_000).default([]),
  })
  .refine((record) => !record.end_date || Date.parse(record.end_date) >= Date.parse(record.start_date), {
    path: ['end_date'],
    message: 'end_date is before start_date',
  })
export type IncidentRecord = z.output<typeof incidentRecord>

export const companyRecord = z.object({
  id: rowIdText,
  name: z.string().trim().min(1).max(300),
  entity_code: z.string().trim().max(100).nullish(),
  data_center: systemKey.nullish(),
})
export type CompanyRecord = z.output<typeof companyRecord>

export const affectedCompanyRecord = z.object({ jira_id: jiraId, company_id: rowIdText })
export type AffectedCompanyRecord = z.output<typeof affectedCompanyRecord>

/** Natural key: `source`, `service`, `data_center`. `at` orders reports: an older one changes nothing. */
export const statusRecord = z.object({
  service: systemKey,
  data_center: systemKey,
  status: anySeverity,
  source: z.string().trim().min(1).max(200).default('monitoring'),
  at: instant,
})
export type StatusRecord = z.output<typeof statusRecord>

const ciName = z.string().trim().min(1).max(200)
const places = z.array(systemKey).max(100).default([])

/** A configuration item (CI). Natural key: `name`; its services and data centers are those of the newest record. */
export const ciRecord = z.object({
  name: ciName,
  category: z.string().trim().min(1).max(200),
  services: places,
  data_centers: places,
})
export type CiRecord = z.output<typeof ciRecord>

/** A company depends on a CI, or with `depends` N no more does. */
export const ciDependencyRecord = z.object({ ci: ciName, company_id: rowIdText, depends: yesNo.default('Y') })
export type CiDependencyRecord = z.output<typeof ciDependencyRecord>
