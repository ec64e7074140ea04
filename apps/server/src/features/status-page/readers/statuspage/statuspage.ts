import type { Site } from '../../pages/frame.ts'
import type { PublicStatus } from '../../snapshot/schema.ts'
import type { StatusFile } from '../../status-file.ts'
import { addressOf } from '../addresses.ts'
import { STATUSPAGE } from '../names.ts'
import { rollUp } from './component-status.ts'
import { lastStepOf, latestOf, openComponents } from './components.ts'
import { toIncident, toMaintenance } from './incidents.ts'

/** Newest incidents, and newest maintenance, as Statuspage has them. */
const MOST_INCIDENTS = 50

/** The eight answers of Statuspage's API for readers, version 2, in English. */
export function renderStatuspage(site: Site): StatusFile[] {
  const { status } = site
  const components = openComponents(status)
  const incidents = status.incidents.map((incident) => toIncident(incident, site, components))
  const events = status.maintenance.map((event) => toMaintenance(event, site, components))
  const unresolved = incidents.filter(({ resolved_at }) => resolved_at === null)
  const upcoming = events.filter((event) => event.status === 'scheduled')
  const active = events.filter((event) => event.status === 'in_progress')
  const membersOf = Map.groupBy(
    components.areMembersNamed ? components.members.map(({ component }) => component) : [],
    ({ group_id }) => group_id,
  )
  const flat = components.groups.flatMap((group) => [group, ...(membersOf.get(group.id) ?? [])])
  const parts = { components: flat, status: rollUp(status.cells) }
  const answers: Record<string, object> = {
    'summary.json': { ...parts, incidents: unresolved, scheduled_maintenances: [...active, ...upcoming] },
    'status.json': { status: parts.status },
    'components.json': { components: flat },
    'incidents.json': { incidents: incidents.slice(0, MOST_INCIDENTS) },
    'incidents/unresolved.json': { incidents: unresolved },
    'scheduled-maintenances.json': { scheduled_maintenances: events.toReversed().slice(0, MOST_INCIDENTS) },
    'scheduled-maintenances/upcoming.json': { scheduled_maintenances: upcoming },
    'scheduled-maintenances/active.json': { scheduled_maintenances: active },
  }
  const page = toPage(status)
  return Object.entries(answers).map(([name, answer]) => ({
    ...{ name: STATUSPAGE + name, type: 'application/json; charset=utf-8', isShared: true },
    content: `${JSON.stringify({ page, ...answer })}\n`,
  }))
}

/** Changes also when maintenance begins or ends: programs fetch the rest only then. */
const toPage = (status: PublicStatus) => ({
  id: status.page.id,
  name: status.page.provider,
  url: status.page.url === null ? '' : addressOf(status, '').replace(/\/$/, ''),
  time_zone: 'Etc/UTC',
  updated_at: latestOf([status.page.updated_at, ...status.maintenance.map(lastStepOf)]),
})
