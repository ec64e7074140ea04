import { Conflict, NotFound } from './errors.ts'

/** Returns the record, or throws NotFound. `what`: its name for people, such as `role 7`. */
export function requireFound<T>(record: T | undefined, what: string): T {
  if (!record) throw new NotFound(`There is no ${what}; it may have been deleted`)
  return record
}

/** Whether a record changed since its editor read it; without a version it is not checked. */
export const isOutdated = <Version>(before: { version: Version }, version: Version | undefined): boolean =>
  version !== undefined && version !== before.version

/** The second of two editors gets 409 with the current record, and who changed it if known. */
export const changedMeanwhile = (what: string, by: string | null, current?: unknown): Conflict =>
  new Conflict(`${by ?? 'Somebody'} changed ${what} meanwhile. Compare with it and save again`, current)

/** `before`: the record in its wire format. */
export function refuseOutdated<Version>(before: { version: Version }, version: Version | undefined): void {
  if (isOutdated(before, version)) throw changedMeanwhile('this', null, before)
}
