import { type Action, mayDo } from '@aviary/contract/actions'
import { mayUse, missingPage } from '@aviary/contract/administration/rules'
import type { Person } from './call.ts'
import { Forbidden } from './errors.ts'

/** Throws Forbidden unless the person holds one of the actions, and its restricted page if it has one. */
export function require(person: Person, ...anyOf: readonly Action[]): void {
  const rights = { authorization: person.authorization, pages: person.restrictedPageAccess }
  if (anyOf.some((action) => mayUse(rights, action))) return
  const held = anyOf.find((action) => mayDo(person.authorization, action))
  if (!held) throw new Forbidden(`This needs the action ${anyOf.join(' or ')}`)
  throw new Forbidden(
    `This needs the restricted page '${missingPage(rights, held)}' besides the action ${held}`,
  )
}

/** Throws Forbidden unless the person is an administrator. */
export function requireAdministrator({ authorization }: Person): void {
  if (!authorization.is_admin) throw new Forbidden('This needs an administrator')
}
