import { type Authorization, mayDo } from '../actions.ts'
import { isInternalTitle } from '../incidents/rules.ts'
import type { PriorityType } from '../wire.ts'

export const createAction = (priority: PriorityType) =>
  priority === 'P1' ? ('create_p1_message' as const) : ('create_p2_message' as const)
export const updateAction = (priority: PriorityType) =>
  priority === 'P1' ? ('edit_p1_message' as const) : ('edit_p2_message' as const)
export const deleteAction = (priority: PriorityType) =>
  priority === 'P1' ? ('delete_p1_message' as const) : ('delete_p2_message' as const)

export type Audience = 'INTERNAL' | 'EXTERNAL'

/** A message is mailed to internal domains only if the incident or the message type is internal. */
export const audienceOf = (isInternalIncident: boolean, messageType: string): Audience =>
  isInternalIncident || isInternalTitle(messageType) ? 'INTERNAL' : 'EXTERNAL'

/** Internal message types are for administrators, and for people who may create or edit them (spec 1 §2.9). */
export const mayUseInternalTypes = (authorization: Authorization): boolean =>
  mayDo(authorization, 'create_is_internal_message') || mayDo(authorization, 'edit_is_internal_message')

/** Types offered in the form: internal ones to people who may use them; an internal incident has no others. */
export function offeredTypes<T extends { name: string }>(
  types: readonly T[],
  { isInternalIncident, mayUseInternal }: { isInternalIncident: boolean; mayUseInternal: boolean },
): T[] {
  return types.filter(({ name }) => (isInternalTitle(name) ? mayUseInternal : !isInternalIncident))
}
