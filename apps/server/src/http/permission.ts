import { type Action, mayDo } from '@aviary/contract/actions'
import type { Person } from './call.ts'
import { Forbidden } from './errors.ts'

const may = (person: Person, ...anyOf: readonly Action[]): boolean =>
  anyOf.some((action) => mayDo(person.authorization, action))

/** Throws Forbidden unless the person holds one of the actions. */
export function demand(person: Person, ...anyOf: readonly Action[]): void {
  if (!may(person, ...anyOf)) throw new Forbidden(`This needs the action ${anyOf.join(' or ')}`)
}

/** Throws Forbidden unless the person is an administrator. */
export function demandAdministrator({ authorization }: Person): void {
  if (!authorization.is_admin) throw new Forbidden('This needs an administrator')
}
