import { Conflict, NotFound } from './errors.ts'

/** The record, or a refusal that says that it is gone. `what`: as people call it, `role 7`. */
export function demandFound<T>(found: T | undefined, what: string): T {
  if (!found) throw new NotFound(`There is no ${what}; it may have been deleted`)
  return found
}

/** Of two who edit a record the second is told (409) what it is now; `before` is the record as it goes over the wire. */
export function refuseOutdated<Version>(before: { version: Version }, version: Version | undefined): void {
  if (version === undefined || version === before.version) return
  throw new Conflict('Somebody changed this meanwhile. Compare with it and save again', before)
}
