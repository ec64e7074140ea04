import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { useDraft } from '../../shared/use-draft.ts'
import { changedFields, type EventValues, type Kind, mergedValues, valuesOf } from './event-values.ts'

/** What stands in the edit form, and the event as it was when that was begun. */
type Edit = { base: { version: number; values: EventValues }; values: EventValues }

export const createDraft = (kind: Kind): string => `maintenance-${kind}`
export const editDraft = (kind: Kind, id: number): string => `maintenance-${kind}-${id}`

const baseOf = (event: MaintenanceEvent): Edit['base'] => ({
  version: event.version,
  values: valuesOf(event),
})

/** One person's edit of an event that others may be editing too; kept until it is saved or discarded. */
export function useEditedEvent(event: MaintenanceEvent | MaintenanceWindow, kind: Kind) {
  const theirs = valuesOf(event)
  const {
    values: { base, values },
    change,
    forget,
  } = useDraft<Edit>(editDraft(kind, event.id), { base: baseOf(event), values: theirs })
  const changed = changedFields(base.values, values)
  return {
    values,
    version: base.version,
    theirs,
    isSame: changed.length === 0,
    /** Somebody else saved since this was begun. */
    isOutdated: event.version > base.version,
    /** What they changed. */
    theirFields: changedFields(base.values, theirs),
    forget,
    change: (changes: Partial<EventValues>) => change({ values: { ...values, ...changes } }),
    /** What was not changed here becomes theirs: nothing of another person's is overwritten unseen. */
    keepMine: () => change({ base: baseOf(event), values: mergedValues(theirs, values, base.values) }),
    takeTheirs: () => change({ base: baseOf(event), values: theirs }),
  }
}
