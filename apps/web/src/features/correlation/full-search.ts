import type { ChangeType } from '@aviary/contract/changes/rules'
import type { Shared } from '@aviary/contract/correlation/rules'
import { joinNames } from '@aviary/contract/wire'

const MINUTE_S = 60

/** The screen of changes reads whole minutes: the range is never shorter than what was looked at. */
const minuteBefore = (at: string) => Math.floor(Date.parse(at) / 1000 / MINUTE_S) * MINUTE_S
const minuteAfter = (at: string) => Math.ceil(Date.parse(at) / 1000 / MINUTE_S) * MINUTE_S

/** The time that was looked at, and where. */
export type SearchedRange = { from: string; to: string; incident: Shared }

/**
 * The query string of the change history for the same time: everything in the incident's data centers, and where it
 * names none, everything of its services.
 */
export function fullSearch(
  changeType: ChangeType,
  { from, to, incident }: SearchedRange,
): Record<string, unknown> {
  const { data_centers, services } = incident
  return {
    change_type: changeType,
    absolute_selected: true,
    date_range_start: minuteBefore(from),
    date_range_end: minuteAfter(to),
    ...(data_centers.length > 0 && { selected_data_centers: joinNames(data_centers) }),
    ...(data_centers.length === 0 && services.length > 0 && { selected_services: joinNames(services) }),
  }
}
