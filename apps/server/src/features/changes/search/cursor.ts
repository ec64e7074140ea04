import { fault } from '../../../http/errors.ts'
import type { Place } from './queries.ts'

/** A place as a text that says nothing to its bearer. */
export const cursorOf = ({ at, changeId }: Place): string =>
  Buffer.from(`${at} ${changeId}`).toString('base64url')

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\d{1,15})$/

export function readCursor(cursor: string): Place {
  const [, at, changeId] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (at === undefined || !isReal(at))
    throw fault('cursor', 'send it as the answer before had it, or leave it out')
  return { at, changeId: Number(changeId) }
}

/** Not the 31st of February. */
function isReal(at: string): boolean {
  const ms = Date.parse(at)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 23) === at.slice(0, 23)
}
