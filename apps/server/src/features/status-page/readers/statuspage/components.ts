import type { Place, PublicCell, PublicStatus } from '../../snapshot/schema.ts'
import { NEVER } from '../addresses.ts'
import { type ComponentStatus, statusOfCell, worstStatus } from './component-status.ts'

export type Component = ReturnType<typeof toComponent>
export type Group = Component & { components: string[] }

export type Components = {
  groups: Group[]
  /** Each with its cell, in the order of the groups. */
  members: { cell: PublicCell; component: Component; groupName: string }[]
  /** Whether answers name members, or else groups alone. */
  areMembersNamed: boolean
}

/** Components of an answer that programs fetch each minute: 400 bytes each. */
const MOST_NAMED = 2_000

/**
 * Data centers as groups, and each service in a data center as a component of its group. Of very many only the groups
 * are named, each as bad as its worst member.
 */
export function openComponents(status: PublicStatus): Components {
  const changedAt = whenChanged(status)
  const serviceNames = new Map(status.services.map(({ id, name }) => [id, name]))
  const cellsOf = Map.groupBy(status.cells, ({ data_center }) => data_center)
  const areMembersNamed = status.cells.length <= MOST_NAMED
  const parts = status.data_centers.map((place, index) => {
    const members = (cellsOf.get(place.id) ?? []).map((cell, position) => {
      const named = { id: cell.id, name: serviceNames.get(cell.service) ?? '' }
      const facts = { status: statusOfCell(cell), position: position + 1, groupId: place.id }
      const component = toComponent(status, named, { ...facts, updatedAt: changedAt(cell) })
      return { cell, component, groupName: place.name }
    })
    const group = toGroup(status, { place, position: index + 1 }, members)
    return { group: areMembersNamed ? group : { ...group, components: [] }, members }
  })
  return {
    groups: parts.map(({ group }) => group),
    members: parts.flatMap(({ members }) => members),
    areMembersNamed,
  }
}

function toGroup(
  status: PublicStatus,
  { place, position }: { place: Place; position: number },
  members: Components['members'],
): Group {
  const components = members.map(({ component }) => component)
  const facts = {
    ...{ status: worstStatus(components.map((member) => member.status)), position, groupId: null },
    updatedAt: latestOf(components.map(({ updated_at }) => updated_at)),
  }
  return {
    ...toComponent(status, place, facts),
    components: components.map(({ id }) => id),
  }
}

type Facts = { status: ComponentStatus; position: number; groupId: string | null; updatedAt: string }

const toComponent = (
  { page }: PublicStatus,
  { id, name }: Place,
  { status, position, groupId, updatedAt }: Facts,
) => ({
  ...{ id, name, status },
  // When services came into being is not published.
  created_at: NEVER,
  updated_at: updatedAt,
  position,
  description: null,
  showcase: false,
  start_date: null,
  group_id: groupId,
  page_id: page.id,
  group: groupId === null,
  only_show_if_degraded: false,
})

export const latestOf = (times: readonly (string | null)[]): string =>
  times.reduce<string>((found, time) => (time !== null && time > found ? time : found), NEVER)

/** When maintenance last began or ended by itself; null if it did neither. */
export const lastStepOf = ({ state, starts_at, ends_at }: PublicStatus['maintenance'][number]) => {
  if (state === 'running') return starts_at
  return state === 'completed' ? ends_at : null
}

/** When something was last published of a cell, or maintenance began or ended there. */
function whenChanged({ incidents, maintenance }: PublicStatus): (cell: PublicCell) => string {
  const byCell = new Map<string, string>()
  const byDataCenter = new Map<string, string>()
  const note = (times: Map<string, string>, key: string, at: string | null) =>
    times.set(key, latestOf([at, times.get(key) ?? null]))
  for (const { services, data_centers, updated_at } of incidents)
    for (const service of services)
      for (const dataCenter of data_centers) note(byCell, `${service.id} ${dataCenter.id}`, updated_at)
  for (const event of maintenance)
    for (const { id } of event.data_centers) note(byDataCenter, id, lastStepOf(event))
  return ({ service, data_center }) =>
    latestOf([byCell.get(`${service} ${data_center}`) ?? null, byDataCenter.get(data_center) ?? null])
}
