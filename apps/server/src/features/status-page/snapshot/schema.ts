import { SEVERITIES } from '@aviary/contract/status/rules'
import { z } from 'zod'

// What anybody may read, without an account. Everything that strangers get is made of this snapshot and of nothing
// else: a field that is not listed here cannot reach them (ADR 74).

const id = z.string().regex(/^[0-9a-v]{26}$/)
const moment = z.iso.datetime()
/** Texts by language; English is always included. */
const texts = z.record(z.string(), z.string())

const place = z.strictObject({ id, name: z.string() })

/** What a cell had to endure on a day, at its worst. */
const troubledDay = z.strictObject({
  /** Days since `first_day`. */
  index: z.number().int(),
  severity: z.enum(SEVERITIES),
  /** Time in any trouble. */
  minutes: z.number().int(),
})

const cell = z.strictObject({
  id,
  service: id,
  data_center: id,
  /** The worst of the published incidents that are open. */
  severity: z.enum(SEVERITIES),
  is_in_maintenance: z.boolean(),
  since: moment.nullable(),
  /** Percent, as in the charts; null without a known day. */
  availability: z.number().nullable(),
  troubled_days: z.array(troubledDay),
})

const update = z.strictObject({
  id,
  version: z.number().int(),
  /** Such as `Update`; in English. */
  type: z.string(),
  titles: texts,
  /** Sanitized HTML, without addresses of people. */
  bodies: texts,
  published_at: moment,
})

const incident = z.strictObject({
  id,
  severity: z.enum(SEVERITIES),
  is_resolved: z.boolean(),
  started_at: moment,
  resolved_at: moment.nullable(),
  next_update_at: moment.nullable(),
  /** When something of it was published or taken back. */
  updated_at: moment,
  services: z.array(place),
  data_centers: z.array(place),
  /** Newest first. */
  updates: z.array(update),
})

const MAINTENANCE_STATES = ['planned', 'running', 'completed', 'cancelled'] as const

const maintenance = z.strictObject({
  id,
  version: z.number().int(),
  state: z.enum(MAINTENANCE_STATES),
  starts_at: moment,
  ends_at: moment,
  updated_at: moment,
  data_centers: z.array(place),
  /** Newest first. */
  notices: z.array(update),
})

export const publicStatus = z.strictObject({
  page: z.strictObject({
    id,
    provider: z.string(),
    /** Address of the first page, with a slash at its end; null while nobody said where the page is. */
    url: z.url().nullable(),
    /** Where the form for mails is sent; null if strangers cannot subscribe. Snapshots of earlier versions have none. */
    subscribe_url: z.url().nullable().default(null),
    /** When something was last published or taken back; null if nothing ever was. */
    updated_at: moment.nullable(),
  }),
  /** The first of the days that cells are shown for, in UTC. */
  first_day: z.iso.date(),
  days: z.number().int(),
  /** Days before this one are not known. */
  known_since: z.number().int(),
  services: z.array(place),
  data_centers: z.array(place),
  cells: z.array(cell),
  /** Open ones and those resolved within `days`, at most 500, newest first. */
  incidents: z.array(incident),
  /** Those that take place or took place within `days`, in the order of their starts. */
  maintenance: z.array(maintenance),
})

export type PublicStatus = z.infer<typeof publicStatus>
export type PublicIncident = z.infer<typeof incident>
export type PublicMaintenance = z.infer<typeof maintenance>
export type PublicUpdate = z.infer<typeof update>
export type PublicCell = z.infer<typeof cell>
export type Place = z.infer<typeof place>
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number]
