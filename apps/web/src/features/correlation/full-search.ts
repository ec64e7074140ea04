import type { ChangeType } from '@aviary/contract/changes/rules'
import type { Shared } from '@aviary/contract/correlation/rules'
import { joinNames } from '@aviary/contract/rules'

const MINUTE_S = 60

/** The change history takes whole minutes; rounding outwards keeps the whole range. */
const floorToMinute = (time: string) => Math.floor(Date.parse(time) / 1000 / MINUTE_S) * MINUTE_S
const ceilToMinute = (time: string) => Math.ceil(Date.parse(time) / 1000 / MINUTE_S) * MINUTE_S

/** The searched range, and the incident's data centers, services and CIs. */
export type SearchedRange = { from: string; to: string; incident: Shared }

/**
 * Query string of the change history for the same range: changes in the incident's data centers or, if it has
 * none, of its services.
 */
export function toFullSearch(
  changeType: ChangeType,
  { from, to, incident }: SearchedRange,
): Record<string, unknown> {
  const { data_centers, services } = incident
  return {
    change_type: changeType,
    absolute_selected: true,
    date_range_start: floorToMinute(from),
    date_range_end: ceilToMinute(to),
    ...(data_centers.length > 0 && { selected_data_centers: joinNames(data_centers) }),
    ...(data_centers.length === 0 && services.length > 0 && { selected_services: joinNames(services) }),
  }
}
