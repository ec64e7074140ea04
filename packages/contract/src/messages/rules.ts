import { requires } from '../access.ts'
import { NEXT_UPDATE_MAX_DAYS } from '../constants.ts'
import { isInternalTitle } from '../incidents/rules.ts'
import type { Guarded } from '../rights.ts'
import type { PriorityType } from '../rules.ts'

/**
 * Permissions for messages, by priority of the incident. The calls accept the permission for either priority,
 * and then require the one for the incident's priority.
 */
export const messagesOf: Record<PriorityType, Record<'create' | 'update' | 'delete', Guarded>> = {
  P1: {
    create: { access: requires('create_p1_message'), tokenScope: 'write:messages' },
    update: { access: requires('edit_p1_message'), tokenScope: 'write:messages' },
    delete: { access: requires('delete_p1_message') },
  },
  P2: {
    create: { access: requires('create_p2_message'), tokenScope: 'write:messages' },
    update: { access: requires('edit_p2_message'), tokenScope: 'write:messages' },
    delete: { access: requires('delete_p2_message') },
  },
}

/** System name of the e-mail field that, if left empty, is filled from `next_update_due`. */
export const NEXT_UPDATE_FIELD = 'next_update'

const NEXT_UPDATE_MAX_MS = NEXT_UPDATE_MAX_DAYS * 24 * 60 * 60_000

/**
 * Why the next update cannot be promised for `due`; undefined if it can. Times are milliseconds since 1970.
 */
export function findNextUpdateFault(due: number, now: number): 'past' | 'far' | undefined {
  if (due <= now) return 'past'
  return due - now > NEXT_UPDATE_MAX_MS ? 'far' : undefined
}

/** The message type that tells customers that an incident is over (spec 1 §2.9). */
export const RESTORED_TYPE = 'Service Restored'

/** The message types that follow a first message, for customers and for staff only. */
export const UPDATE_TYPES = ['Update', 'Internal Update'] as const

/**
 * While somebody writes a message, the page reports it at this interval. A report is valid for WRITING_HOLDS_MS,
 * because browsers limit timers of background tabs to one a minute.
 */
export const WRITING_EVERY_MS = 10_000
export const WRITING_HOLDS_MS = 120_000
/** Maximum number of writers in one answer. */
export const MOST_WRITERS = 20

/** Whether a message was changed after it was posted. */
export const isEdited = (message: { created_date: string; updated_date: string | null }): boolean =>
  message.updated_date !== null && message.updated_date !== message.created_date

export type Audience = 'INTERNAL' | 'EXTERNAL'

/** If the incident or the message type is internal, the message is mailed to internal domains only. */
export const audienceOf = (isInternalIncident: boolean, messageType: string): Audience =>
  isInternalIncident || isInternalTitle(messageType) ? 'INTERNAL' : 'EXTERNAL'

/** Using internal message types needs the permission to create or edit them (spec 1 §2.9). */
export const internalTypes: Guarded = {
  access: requires('create_is_internal_message', 'edit_is_internal_message'),
  tokenScope: 'write:messages',
}

/** Seeing internal message types in lists needs the permission to see, create or edit them (spec 2 §6). */
export const internalTypesInLists: Guarded = {
  access: requires('view_is_internal_message', 'create_is_internal_message', 'edit_is_internal_message'),
  tokenScope: 'write:messages',
}

/**
 * Message types that the form offers: internal types only to people who may use them, and only internal types
 * for an internal incident.
 */
export function offeredTypes<T extends { name: string }>(
  types: readonly T[],
  { isInternalIncident, mayUseInternal }: { isInternalIncident: boolean; mayUseInternal: boolean },
): T[] {
  return types.filter(({ name }) => (isInternalTitle(name) ? mayUseInternal : !isInternalIncident))
}
