import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import type { Kind } from './event-values.ts'

/** A row of the v2 or the v1 list. */
export type Listed = MaintenanceEvent | MaintenanceWindow

/** Props of a list of events. */
export type ListedEvents = {
  kind: Kind
  label: string
  /** Undefined until loaded; a list that fails to load stays in its loading state (spec 2 §7). */
  events: readonly Listed[] | undefined
  mayEdit: boolean
  mayCancel: boolean
  mayDelete: boolean
  /** Must be stable between renders. */
  onOpen: (what: 'update' | 'cancel' | 'delete', event: Listed) => void
}
