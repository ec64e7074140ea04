import { Conflict, NotFound } from './errors.ts'

/** Returns the record, or throws NotFound. `what`: its name for people, such as `role 7`. */
export function requireFound<T>(record: T | undefined, what: string): T {
  if (!record) throw new NotFound(`There is no ${what}; it may have been deleted`)
  return record
}

/** Whether a record has changed since the editor read it; a request without a version is not checked. */
export const isOutdated = <Version>(before: { version: Version }, version: Version | undefined): boolean =>
  version !== undefined && version !== before.version

/** The 409 for the second of two editors, with the current record and, if known, who changed it. */
export const changedMeanwhile = (what: string, by: string | null, current?: unknown): Conflict =>
  new Conflict(`${by ?? 'Somebody'} changed ${what} meanwhile. Compare with it and save again`, current)

/** `before`: the record in its wire format, because the 409 contains it. */
export function refuseOutdated<Version>(before: { version: Version }, version: Version | undefined): void {
  if (isOutdated(before, version)) throw changedMeanwhile('this', null, before)
}
