import { CHANNEL_KINDS, type ChannelKind } from '@aviary/contract/channels/rules'
import type { Endpoint } from '@aviary/contract/endpoint'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { VERSION } from '../process/version.ts'
import { acceptedRecords, sourceNames, sourceOf } from './sources.ts'

const JOBS = [
  'housekeeping',
  'mail',
  'notifications',
  'audit_sealing',
  'audit_archiving',
  'keyword_index',
  'change_counts',
  'channels',
  'maintenance',
  'reminders',
  'status_page',
  'tracker',
  'retention',
] as const
export type JobName = (typeof JOBS)[number]

const MAIL_OUTCOMES = ['sent', 'deferred', 'failed'] as const
type MailOutcome = { state: (typeof MAIL_OUTCOMES)[number]; isAway: boolean }

const CHANNEL_OUTCOMES = ['sent', 'deferred', 'failed'] as const

const TRACKER_OUTCOMES = ['pushed', 'deferred', 'refused'] as const

const SENDERS = ['jira', 'github', 'slack'] as const

/**
 * How long a mail server counts as away after a failed try. Waiting mails are tried every ten seconds; if no
 * try follows, the last failure says nothing any more.
 */
const AWAY_COUNTS_MS = 60_000

/**
 * Gauges to remove: the library names them `_total`, like counters, and has the same values by type in
 * separate metrics.
 */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `aviary_nodejs_active_${kind}_total`)

export type Counters = ReturnType<typeof openCounters>

/**
 * Counters of this process since its start. Every series exists from the start, so that its first increase is
 * visible to Prometheus.
 */
export function openCounters() {
  const registry = openRegistry()
  const jobFailures = new Counter({
    name: 'aviary_job_failures_total',
    help: 'Runs of a background job that failed; each is tried again',
    labelNames: ['background_job'] as const,
    registers: [registry],
  })
  for (const job of JOBS) jobFailures.inc({ background_job: job }, 0)
  const mails = new Counter({
    name: 'aviary_mails_total',
    help: 'Tries to send a mail, by what became of it',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  const bounced = new Counter({
    name: 'aviary_mails_bounced_total',
    help: 'Sent mails that came back, by whether that paused the address',
    labelNames: ['address'] as const,
    registers: [registry],
  })
  for (const address of ['kept', 'paused'] as const) bounced.inc({ address }, 0)
  const channels = new Counter({
    name: 'aviary_channel_requests_total',
    help: 'Tries of deliveries to channels, by kind and what became of the delivery',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  })
  for (const kind of CHANNEL_KINDS) for (const outcome of CHANNEL_OUTCOMES) channels.inc({ kind, outcome }, 0)
  const reminders = new Counter({
    name: 'aviary_reminders_total',
    help: 'Reminders of missed updates that this process sent, by mail and to channels',
    registers: [registry],
  })
  const tracker = new Counter({
    name: 'aviary_tracker_pushes_total',
    help: 'Tries to tell the tracker of a follow-up, by what became of them',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of TRACKER_OUTCOMES) tracker.inc({ outcome }, 0)
  const statusPages = new Gauge({
    name: 'aviary_status_page_written_timestamp_seconds',
    help: 'When this process last brought the status page up to date, by folder or bucket',
    labelNames: ['place'] as const,
    registers: [registry],
  })
  let foundAwayAt: number | undefined
  new Gauge({
    name: 'aviary_mail_server_away',
    help: '1 while the newest try, within the last minute, found no mail server',
    registers: [registry],
    collect() {
      const isAway = foundAwayAt !== undefined && performance.now() - foundAwayAt < AWAY_COUNTS_MS
      this.set(isAway ? 1 : 0)
    },
  })
  const ingested = new Counter({
    name: 'aviary_ingested_records_total',
    help: 'Records that other systems sent and that were accepted, by source; a webhook counts as one',
    labelNames: ['source'] as const,
    registers: [registry],
  })
  for (const source of sourceNames) ingested.inc({ source }, 0)
  const refused = new Counter({
    name: 'aviary_refused_records_total',
    help: 'Alerts, events and records that were not taken in, or not whole, by source',
    labelNames: ['source'] as const,
    registers: [registry],
  })
  for (const source of sourceNames) refused.inc({ source }, 0)
  const webhooksRefused = new Counter({
    name: 'aviary_webhooks_refused_total',
    help: 'Webhooks with a missing or wrong signature, by sender',
    labelNames: ['sender'] as const,
    registers: [registry],
  })
  for (const sender of SENDERS) webhooksRefused.inc({ sender }, 0)

  return {
    registry,
    webhooksRefused,
    /** `source`: a sender, or `ingest:` and the kind of record, as in the list of unknown names. */
    recordsRefused: (source: string, records: number) =>
      refused.inc({ source: source.replace(/^ingest:/, '') }, records),
    jobFailed: (job: JobName) => jobFailures.inc({ background_job: job }),
    mailTried: (outcome: MailOutcome) => {
      mails.inc({ outcome: outcome.state })
      foundAwayAt = outcome.isAway ? performance.now() : undefined
    },
    channelTried: (kind: ChannelKind, outcome: (typeof CHANNEL_OUTCOMES)[number]) =>
      channels.inc({ kind, outcome }),
    statusPageWritten: (place: string, at: Date) => statusPages.set({ place }, at.getTime() / 1_000),
    trackerAsked: (outcome: (typeof TRACKER_OUTCOMES)[number]) => tracker.inc({ outcome }),
    reminded: () => reminders.inc(),
    mailBounced: ({ isPaused }: { isPaused: boolean }) =>
      bounced.inc({ address: isPaused ? 'paused' : 'kept' }),
    /** Call after the commit of each write. */
    committed: (endpoint: Endpoint, answer: unknown) => {
      const source = sourceOf(endpoint)
      if (source) ingested.inc({ source }, acceptedRecords(answer))
    },
  }
}

function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'aviary_' })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const build = new Gauge({
    name: 'aviary_build_info',
    help: 'Always 1; its labels say which version runs, and on what',
    labelNames: ['version', 'node', 'platform'] as const,
    registers: [registry],
  })
  build.set(
    { version: VERSION, node: process.versions.node, platform: `${process.platform}-${process.arch}` },
    1,
  )
  return registry
}
