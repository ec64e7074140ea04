import { type Guarded, type MissingRight, mayCall, missingRight, type Rights } from '@aviary/contract/rights'
import type { Scope } from '@aviary/contract/scopes'
import type { Person } from './call.ts'
import { Forbidden } from './errors.ts'

export const rightsOf = ({ authorization, restrictedPageAccess }: Person): Rights => ({
  authorization,
  pages: restrictedPageAccess,
})

/** Whether a person may make a call, or see a part of a screen that needs the same right. */
export const may = (person: Person, guarded: Guarded): boolean => mayCall(rightsOf(person), guarded)

/** Throws Forbidden, saying what is missing, unless the person may make the call. */
export const require = (person: Person, guarded: Guarded): void => requireOf(rightsOf(person), guarded)

/** Like `require`, for rights that were just read from the database. */
export function requireOf(rights: Rights, guarded: Guarded): void {
  const missing = missingRight(rights, guarded)
  if (missing) throw new Forbidden(`This needs ${inWords(missing)}`)
}

/** `name`: of the token, as callers are named. */
export const lacksScope = (name: string, scope: Scope): Forbidden =>
  new Forbidden(`The token '${name.replace(/^token:/, '')}' lacks the scope ${scope}`)

/** A missing right, for the text of a refusal. */
export function inWords(missing: MissingRight): string {
  switch (missing.kind) {
    case 'action':
      return `the action ${missing.anyOf.join(' or ')}`
    case 'page':
      return `the restricted page '${missing.page}' besides the action ${missing.action}`
    case 'administrator':
      return 'an administrator'
    case 'program':
      return 'a service token or a signature'
  }
}
