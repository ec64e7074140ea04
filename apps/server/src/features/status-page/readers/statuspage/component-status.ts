import type { Severity } from '@aviary/contract/status/rules'
import type { PublicCell } from '../../snapshot/schema.ts'

/** How Statuspage calls the state of a component, worst first. */
const STATUSES = [
  'major_outage',
  'partial_outage',
  'degraded_performance',
  'under_maintenance',
  'operational',
] as const
export type ComponentStatus = (typeof STATUSES)[number]

export const STATUS_OF: Record<Severity, ComponentStatus> = {
  NORMAL: 'operational',
  PARTIAL_PERFORMANCE: 'degraded_performance',
  PERFORMANCE: 'degraded_performance',
  PARTIAL_OUTAGE: 'partial_outage',
  OUTAGE: 'major_outage',
}

export function statusOfCell({ severity, is_in_maintenance }: PublicCell): ComponentStatus {
  const status = STATUS_OF[severity]
  return status === 'operational' && is_in_maintenance ? 'under_maintenance' : status
}

export const worstStatus = (statuses: Iterable<ComponentStatus>): ComponentStatus => {
  const found = new Set(statuses)
  return STATUSES.find((status) => found.has(status)) ?? 'operational'
}

/** In the very words of Statuspage: programs compare them. */
const ROLL_UPS: Record<ComponentStatus, { indicator: string; description: string }> = {
  major_outage: { indicator: 'major', description: 'Partial System Outage' },
  partial_outage: { indicator: 'minor', description: 'Minor Service Outage' },
  degraded_performance: { indicator: 'minor', description: 'Partially Degraded Service' },
  under_maintenance: { indicator: 'maintenance', description: 'Service Under Maintenance' },
  operational: { indicator: 'none', description: 'All Systems Operational' },
}

/** The state of the page is made of its components alone, as the real ones do, whatever incidents are open. */
export const rollUp = (cells: readonly PublicCell[]) => ROLL_UPS[worstStatus(cells.map(statusOfCell))]
