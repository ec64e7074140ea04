import type { MaintenanceEvent, MaintenanceWindow } from '@aviary/contract/maintenance/schemas'
import { mergedValues } from '../../shared/saving/keep-mine.ts'
import { useDraft } from '../../shared/saving/use-draft.ts'
import { changesOf, type EventValues, type Kind, valuesOf } from './event-values.ts'

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
  const myFields = changesOf(base.values, values)
  return {
    values,
    version: base.version,
    theirs,
    isSame: myFields.length === 0,
    /** Somebody else saved since this was begun. */
    isOutdated: event.version > base.version,
    /** What was changed here. */
    myFields,
    /** What they changed. */
    theirFields: changesOf(base.values, theirs),
    forget,
    change: (changes: Partial<EventValues>) => change({ values: { ...values, ...changes } }),
    keepMine: () => change({ base: baseOf(event), values: mergedValues(theirs, values, myFields) }),
    takeTheirs: () => change({ base: baseOf(event), values: theirs }),
  }
}
