import { createHash } from 'node:crypto'
import type { CallInput } from '@aviary/contract/client'
import { isInternalTitle, ROOT_CAUSE_TITLE } from '@aviary/contract/incidents/rules'
import type { IncidentRecord } from '@aviary/contract/ingest/schemas'
import type { createMessage } from '@aviary/contract/messages/endpoints'
import { NEXT_UPDATE_FIELD, RESTORED_TYPE } from '@aviary/contract/messages/rules'
import type { Config } from '../../config.ts'
import type { Random } from '../names.ts'
import type { MessageStep } from './plan-steps.ts'

// Builds the requests that Jira, Alertmanager and people would send about a replayed incident.

/**
 * A real incident that is replayed under a new id. `startedAt`: start of the replay, later the time of its
 * alert.
 */
export type Replay = { jiraId: string; history: IncidentRecord; startedAt: Date }

const REPORTER = 'Aviary demo'

type JiraState = { event: 'created' | 'updated'; now: Date; isResolved: boolean }

/** Jira's event about the issue of an incident. */
export function toJiraEvent({ jiraId, history, startedAt }: Replay, state: JiraState, jira: Config['jira']) {
  const { event, now, isResolved } = state
  const [summary = '', ...description] = history.details.split('\n')
  return {
    timestamp: now.getTime(),
    webhookEvent: `jira:issue_${event}`,
    issue: {
      key: jiraId,
      fields: {
        summary,
        description: description.join('\n').trim(),
        project: { key: jiraId.slice(0, jiraId.lastIndexOf('-')) },
        components: history.affected_services.map((name) => ({ name })),
        [jira.dataCentersField]: history.data_centers.join(', '),
        [jira.severityField]: { value: history.severity },
        [jira.cisField]: history.cis ?? [],
        labels: [history.priority_type, ...(history.is_internal === 'Y' ? ['internal'] : [])],
        status: { statusCategory: { key: isResolved ? 'done' : 'indeterminate' } },
        created: startedAt.toISOString(),
        updated: now.toISOString(),
        resolutiondate: isResolved ? now.toISOString() : null,
        reporter: { displayName: REPORTER },
      },
    },
  }
}

/** Alertmanager's notification (version 4) with one alert for each cell of an incident. */
export function toAlerts({ history, startedAt }: Replay, endsAt?: Date) {
  const status = endsAt ? 'resolved' : 'firing'
  const cells = history.affected_services.flatMap((service) =>
    history.data_centers.map((data_center) => ({ service, data_center })),
  )
  const alerts = cells.map(({ service, data_center }) => ({
    status,
    labels: { alertname: 'DemoReplay', service, data_center, severity: history.severity },
    annotations: { summary: history.details.split('\n')[0] },
    startsAt: startedAt.toISOString(),
    ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
    // Depends on the cell alone, so that a report from an earlier replay is replaced.
    fingerprint: createHash('sha256')
      .update(`demo play\n${service}\n${data_center}`)
      .digest('hex')
      .slice(0, 16),
  }))
  return { version: '4', status, receiver: 'aviary', alerts }
}

const UPDATE = 'Update'
const INTERNAL_UPDATE = 'Internal Update'

/** Message type in Aviary for a message title in the history. */
export function typeOf(title: string, { priority_type, is_internal }: IncidentRecord): string {
  if (is_internal === 'Y' && !isInternalTitle(title)) return INTERNAL_UPDATE
  if (title === 'Initial Notification') return priority_type === 'P1' ? title : 'Notification'
  if (title === 'Resolution') return RESTORED_TYPE
  return title === ROOT_CAUSE_TITLE ? title : UPDATE
}

/** Texts for e-mail fields; the histories contain none. */
const FIELD_TEXTS: Readonly<Record<string, string>> = {
  current_status: 'Our teams are working on it',
  resolution: 'The service works as before',
}
const OTHER_FIELD_TEXT = 'See the message'
/**
 * Shortest time until a promised update. With less, a server whose clock is slightly ahead would find the
 * promise in the past.
 */
const SHORTEST_PROMISE_MS = 2 * 60_000

type Posting = {
  now: Date
  /** Names of the e-mail fields of the type. */
  fields: readonly string[]
  speed: number
}

/** A message as a person posts it, mailed to the subscribers; nothing is sent to a translation service. */
export function toMessage(
  { jiraId, history }: Replay,
  { message, untilNextMs }: MessageStep,
  { now, fields, speed }: Posting,
): NonNullable<CallInput<typeof createMessage>['body']> {
  const toMinute = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const textOf = (name: string) =>
    name === 'resolved_at' ? toMinute : (FIELD_TEXTS[name] ?? OTHER_FIELD_TEXT)
  const isFollowed = fields.includes(NEXT_UPDATE_FIELD)
  const due = new Date(now.getTime() + Math.max(SHORTEST_PROMISE_MS, untilNextMs / speed))
  const typed = fields.filter((name) => name !== NEXT_UPDATE_FIELD)
  return {
    jira_id: jiraId,
    priority_type: history.priority_type,
    message_type: typeOf(message.title, history),
    body: message.body,
    broadcast: 'Y',
    email_template_data: Object.fromEntries(typed.map((name) => [name, textOf(name)])),
    translations: {},
    ...(isFollowed ? { next_update_due: due.toISOString() } : {}),
  }
}

const TIMES = ['planned_start', 'planned_end', 'actual_start', 'actual_end', 'created_on'] as const

/** A deployment whose times are all set to `now`, under a new key. */
export const toChange = (record: Record<string, unknown>, now: Date): Record<string, unknown> => ({
  ...record,
  ...Object.fromEntries(TIMES.flatMap((name) => (record[name] ? [[name, now.toISOString()]] : []))),
  key: `${record.key}-${now.getTime().toString(36)}`,
})

const MOST_AFFECTED = { P1: 300, P2: 40 }

/**
 * Random companies that an incident affects, consecutive in `companies`; at least one, unless that list is
 * empty.
 */
export function toAffected({ jiraId, history }: Replay, companies: readonly number[], random: Random) {
  const most = Math.min(MOST_AFFECTED[history.priority_type], companies.length)
  const first = Math.floor(random() * companies.length)
  return Array.from({ length: Math.ceil(random() * most) }, (_, index) => ({
    jira_id: jiraId,
    company_id: companies[(first + index) % companies.length],
  }))
}
