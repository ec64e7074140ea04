import { FALLBACK_LOCALE } from '@aviary/contract/constants'
import type { Severity } from '@aviary/contract/status/rules'
import { chooseText, type Site } from '../../pages/frame.ts'
import { headlineOf } from '../../pages/incidents.ts'
import type { Place, PublicIncident, PublicMaintenance, PublicUpdate } from '../../snapshot/schema.ts'
import { addressOf } from '../addresses.ts'
import { toText } from '../clean-text.ts'
import { maintenanceTitle } from '../maintenance-title.ts'
import { type ComponentStatus, STATUS_OF } from './component-status.ts'
import { type Component, type Components, lastStepOf, latestOf } from './components.ts'
import {
  type MaintenanceStatus,
  STATUS_OF_MAINTENANCE,
  statusOfIncident,
  statusOfNotice,
  statusOfUpdate,
  type UpdateStatus,
} from './update-status.ts'

/** Components that one incident names; of more than these it names the groups instead. */
const MOST_COMPONENTS = 300
/** Components whose change each update tells; the format allows to leave it out. */
const MOST_AFFECTED = 50
/** Characters of an update; its page has the whole text. */
const MOST_TEXT = 16_000

const impactOf = (severity: Severity): string =>
  ({ OUTAGE: 'critical', PARTIAL_OUTAGE: 'major' })[severity as string] ?? 'minor'

type Places = { services: readonly Place[] | undefined; dataCenters: readonly Place[] }

/** The components in places; `services` undefined: all of them. */
function findMembers({ members }: Components, { services, dataCenters }: Places): Components['members'] {
  const inServices = services && new Set(services.map(({ id }) => id))
  const inDataCenters = new Set(dataCenters.map(({ id }) => id))
  return members.filter(
    ({ cell }) => inDataCenters.has(cell.data_center) && (!inServices || inServices.has(cell.service)),
  )
}

function toShown({ groups, areMembersNamed }: Components, members: Components['members']): Component[] {
  if (areMembersNamed && members.length <= MOST_COMPONENTS) return members.map(({ component }) => component)
  const named = new Set(members.map(({ component }) => component.group_id))
  return groups.filter(({ id }) => named.has(id)).map(({ components: _, ...group }) => group)
}

type Change = { before: ComponentStatus; after: ComponentStatus }

const toAffected = (members: Components['members'], { before, after }: Change) =>
  members.length === 0 || members.length > MOST_AFFECTED
    ? null
    : members.map(({ component, groupName }) => ({
        code: component.id,
        name: `${groupName} - ${component.name}`,
        old_status: before,
        new_status: after,
      }))

type Saying = {
  status: UpdateStatus | MaintenanceStatus
  incidentId: string
  members: Components['members']
  change: Change | undefined
}

/** Times of edits are not published: an update was last changed when it was published. */
const toUpdate = (update: PublicUpdate, { status, incidentId, members, change }: Saying) => ({
  id: update.id,
  status,
  body: toText(chooseText(update.bodies, FALLBACK_LOCALE).text, MOST_TEXT),
  incident_id: incidentId,
  created_at: update.published_at,
  updated_at: update.published_at,
  display_at: update.published_at,
  affected_components: change ? toAffected(members, change) : null,
  deliver_notifications: true,
  custom_tweet: null,
  tweet_id: null,
})

/**
 * How each update found the components and left them, in the order of the updates. Between the first update and the
 * end they are as bad as was published last.
 */
function changesOf(incident: PublicIncident): Change[] {
  let before: ComponentStatus = 'operational'
  const changes = incident.updates.toReversed().map((update) => {
    const isOver = ['resolved', 'postmortem'].includes(statusOfUpdate(update, incident))
    const change = { before, after: isOver ? 'operational' : STATUS_OF[incident.severity] }
    before = change.after
    return change
  })
  return changes.toReversed()
}

export function toIncident(incident: PublicIncident, site: Site, components: Components) {
  const { status } = site
  const { id, started_at, updated_at, updates } = incident
  const members = findMembers(components, {
    ...{ services: incident.services, dataCenters: incident.data_centers },
  })
  const changes = changesOf(incident)
  const incidentUpdates = updates.map((update, index) =>
    toUpdate(update, {
      ...{ status: statusOfUpdate(update, incident), incidentId: id },
      members: components.areMembersNamed ? members : [],
      change: changes[index],
    }),
  )
  return {
    id,
    name: headlineOf(incident, site),
    status: statusOfIncident(incident),
    created_at: updates.at(-1)?.published_at ?? started_at,
    updated_at,
    monitoring_at: incidentUpdates.findLast((update) => update.status === 'monitoring')?.created_at ?? null,
    resolved_at: incident.is_resolved ? (incident.resolved_at ?? updated_at) : null,
    impact: impactOf(incident.severity),
    shortlink: addressOf(status, `incidents/${id}/`),
    started_at,
    page_id: status.page.id,
    incident_updates: incidentUpdates,
    components: toShown(components, members),
  }
}

export function toMaintenance(event: PublicMaintenance, site: Site, components: Components) {
  const { status } = site
  const { id, notices, starts_at, ends_at, state } = event
  const members = findMembers(components, { services: undefined, dataCenters: event.data_centers })
  const createdAt = notices.at(-1)?.published_at ?? event.updated_at
  const resolvedAt = state === 'completed' ? ends_at : event.updated_at
  return {
    id,
    name: maintenanceTitle(event, site),
    status: STATUS_OF_MAINTENANCE[state],
    created_at: createdAt,
    updated_at: latestOf([event.updated_at, lastStepOf(event)]),
    monitoring_at: null,
    resolved_at: STATUS_OF_MAINTENANCE[state] === 'completed' ? resolvedAt : null,
    impact: 'maintenance',
    shortlink: addressOf(status, `maintenance/${id}/`),
    started_at: createdAt,
    page_id: status.page.id,
    incident_updates: notices.map((notice) => {
      const during = statusOfNotice(notice, event)
      const after = during === 'in_progress' ? 'under_maintenance' : 'operational'
      const change = { before: 'operational', after } satisfies Change
      const named = components.areMembersNamed ? members : []
      return toUpdate(notice, { status: during, incidentId: id, members: named, change })
    }),
    components: toShown(components, members),
    scheduled_for: starts_at,
    scheduled_until: ends_at,
  }
}
