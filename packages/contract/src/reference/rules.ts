/** Lists that people with `edit_reference_data` change, in the order of the screen. */
export const REFERENCE_KINDS = [
  'service',
  'data_center',
  'locale',
  'priority',
  'severity',
  'alert_type',
  'comm_type',
  'maintenance_flag',
  'incident_role',
] as const
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]

/**
 * Kinds whose records people create and delete. The records of other kinds are fixed by the product; people only
 * change their fields.
 */
export const CREATED_KINDS = [
  'service',
  'data_center',
  'alert_type',
  'comm_type',
  'maintenance_flag',
  'incident_role',
] as const
/** Kinds whose records people can put in order; severities and priorities are ordered by rank. */
export const ORDERED_KINDS = [...CREATED_KINDS, 'locale'] as const
export const ALIASED_KINDS = ['service', 'data_center', 'severity'] as const
