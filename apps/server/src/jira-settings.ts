import { z } from 'zod'
import { base, commaList, text } from './config-values.ts'

/** Settings of what Jira sends, and of what it is sent. */
export const jira = {
  JIRA_WEBHOOK_SECRET: z.string().min(16, 'use at least 16 characters').optional(),
  JIRA_DATA_CENTERS_FIELD: z.string().default('customfield_10070'),
  JIRA_SEVERITY_FIELD: z.string().default('customfield_10071'),
  JIRA_PROJECTS: commaList.default(['OPI']),
  JIRA_CHANGE_PROJECTS: commaList.default(['CHG']),
  JIRA_PLANNED_START_FIELD: z.string().default('customfield_10072'),
  JIRA_PLANNED_END_FIELD: z.string().default('customfield_10073'),
  JIRA_ACTUAL_START_FIELD: z.string().default('customfield_10074'),
  JIRA_ACTUAL_END_FIELD: z.string().default('customfield_10075'),
  JIRA_CIS_FIELD: z.string().default('customfield_10076'),
  JIRA_COMPANY_FIELD: z.string().default('customfield_10077'),
  JIRA_URL: base.optional(),
  JIRA_USER: text('use the address of an account of Jira Cloud').optional(),
  JIRA_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'use what Jira gave out')
    .optional(),
  FOLLOW_UP_PROJECT: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,30}$/, 'use the key of a project, such as OPS')
    .optional(),
  FOLLOW_UP_TYPE: text('use the name of an issue type, such as Task')
    .max(100, 'use at most 100 characters')
    .optional(),
}

type Settings = z.infer<z.ZodObject<typeof jira>>

export const readJira = (settings: Settings) => ({
  secret: settings.JIRA_WEBHOOK_SECRET,
  dataCentersField: settings.JIRA_DATA_CENTERS_FIELD,
  severityField: settings.JIRA_SEVERITY_FIELD,
  projects: settings.JIRA_PROJECTS,
  changeProjects: settings.JIRA_CHANGE_PROJECTS,
  plannedStartField: settings.JIRA_PLANNED_START_FIELD,
  plannedEndField: settings.JIRA_PLANNED_END_FIELD,
  actualStartField: settings.JIRA_ACTUAL_START_FIELD,
  actualEndField: settings.JIRA_ACTUAL_END_FIELD,
  cisField: settings.JIRA_CIS_FIELD,
  companyField: settings.JIRA_COMPANY_FIELD,
})

/** Where follow-ups become issues; undefined: nowhere. */
export const readTracker = ({ JIRA_URL, JIRA_TOKEN, FOLLOW_UP_PROJECT, ...settings }: Settings) =>
  JIRA_URL && JIRA_TOKEN && FOLLOW_UP_PROJECT
    ? {
        url: JIRA_URL.replace(/\/+$/, ''),
        user: settings.JIRA_USER,
        token: JIRA_TOKEN,
        project: FOLLOW_UP_PROJECT,
        issueType: settings.FOLLOW_UP_TYPE ?? 'Task',
      }
    : undefined

const NEEDED = ['JIRA_URL', 'JIRA_TOKEN', 'FOLLOW_UP_PROJECT'] as const

export function trackerFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const set = [...NEEDED, 'JIRA_USER', 'FOLLOW_UP_TYPE'].find((name) => given[name])
  if (!set) return []
  const missing = NEEDED.filter((name) => !given[name])
  if (missing.length > 0)
    return [`${missing.join(', ')}: ${missing.length > 1 ? 'are' : 'is'} needed when ${set} is set`]
  const taken = [given.JIRA_PROJECTS ?? 'OPI', given.JIRA_CHANGE_PROJECTS ?? 'CHG'].join().split(',')
  return taken.some((project) => project.trim() === given.FOLLOW_UP_PROJECT)
    ? ['FOLLOW_UP_PROJECT: use another project than JIRA_PROJECTS and JIRA_CHANGE_PROJECTS']
    : []
}
