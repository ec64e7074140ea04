import { requires } from '../endpoint.ts'
import { isInternalTitle } from '../incidents/rules.ts'
import type { Guarded } from '../rights.ts'
import type { PriorityType } from '../wire.ts'

/** The calls are for who holds the action of either priority; a message needs that of its own. */
export const messagesOf: Record<PriorityType, Record<'create' | 'update' | 'delete', Guarded>> = {
  P1: {
    create: { access: requires('create_p1_message') },
    update: { access: requires('edit_p1_message') },
    delete: { access: requires('delete_p1_message') },
  },
  P2: {
    create: { access: requires('create_p2_message') },
    update: { access: requires('edit_p2_message') },
    delete: { access: requires('delete_p2_message') },
  },
}

export type Audience = 'INTERNAL' | 'EXTERNAL'

/** A message is mailed to internal domains only if the incident or the message type is internal. */
export const audienceOf = (isInternalIncident: boolean, messageType: string): Audience =>
  isInternalIncident || isInternalTitle(messageType) ? 'INTERNAL' : 'EXTERNAL'

/** Internal message types are for administrators and for who may create or edit them (spec 1 §2.9). */
export const internalTypes: Guarded = {
  access: requires('create_is_internal_message', 'edit_is_internal_message'),
}

/** Lists of types name the internal ones to who may see or use them (spec 2 §6). */
export const internalTypesInLists: Guarded = {
  access: requires('view_is_internal_message', 'create_is_internal_message', 'edit_is_internal_message'),
}

/** Types offered in the form: internal ones to people who may use them; an internal incident has no others. */
export function offeredTypes<T extends { name: string }>(
  types: readonly T[],
  { isInternalIncident, mayUseInternal }: { isInternalIncident: boolean; mayUseInternal: boolean },
): T[] {
  return types.filter(({ name }) => (isInternalTitle(name) ? mayUseInternal : !isInternalIncident))
}
