import { Conflict, NotFound } from './errors.ts'

/** The record, or a refusal that says that it is gone. `what`: as people call it, `role 7`. */
export function requireFound<T>(found: T | undefined, what: string): T {
  if (!found) throw new NotFound(`There is no ${what}; it may have been deleted`)
  return found
}

/** Whether a record is another one than its editor read; who names no version does not ask. */
export const isOutdated = <Version>(before: { version: Version }, version: Version | undefined): boolean =>
  version !== undefined && version !== before.version

/** Of two who edit a record the second is told (409), by whom it was changed where that is known, and what it is now. */
export const changedMeanwhile = (what: string, by: string | null, current?: unknown): Conflict =>
  new Conflict(`${by ?? 'Somebody'} changed ${what} meanwhile. Compare with it and save again`, current)

/** `before` is the record as it goes over the wire. */
export function refuseOutdated<Version>(before: { version: Version }, version: Version | undefined): void {
  if (isOutdated(before, version)) throw changedMeanwhile('this', null, before)
}
