import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import type { Kind } from './event-values.ts'

/** An event of the list, or of the older one. */
export type Listed = MaintenanceEvent | MaintenanceWindow

/** What a list is given. */
export type ListedEvents = {
  kind: Kind
  label: string
  /** Undefined until they are there: a list that fails to load goes on saying that it loads (spec 2 §7). */
  events: readonly Listed[] | undefined
  mayEdit: boolean
  mayDelete: boolean
  /** Keep it the same between renders. */
  onOpen: (what: 'update' | 'delete', event: Listed) => void
}
