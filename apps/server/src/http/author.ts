import type { Author } from './call.ts'
import { type Caller, mayOf, seesOf } from './caller.ts'
import { Forbidden, fault, NotSignedIn } from './errors.ts'
import { lacksScope, require } from './permission.ts'

export function authorOf(caller: Caller): Author {
  const { name, session, token } = caller
  if (!session && !token) throw new NotSignedIn()
  const may = mayOf(caller)
  return {
    ...{ name, may, sees: seesOf(caller), person: session?.person, tokenId: token?.tokenId },
    owner: session?.person ?? token?.person,
    requireScope: (scope) => {
      if (token && !token.scopes.includes(scope)) throw lacksScope(name, scope)
    },
    require: (guarded) => {
      if (session) return require(session.person, guarded)
      const { tokenScope } = guarded
      if (may(guarded)) return
      if (token?.person && tokenScope && token.scopes.includes(tokenScope)) require(token.person, guarded)
      throw tokenScope ? lacksScope(name, tokenScope) : new Forbidden('No service token may do this')
    },
  }
}

/** A name in an answer to this author: tokens are told names of people only with `read:people`. */
export const nameFor = ({ sees }: Pick<Author, 'sees'>, name: string | null): string | null =>
  sees('read:people') ? name : null

/** Throws unless a record is written in the name of its author: people give theirs, tokens none. */
export function requireOwnName({ name, person }: Author, given: string | undefined, refusal: string): void {
  if (given?.toLowerCase() === person?.email.toLowerCase()) return
  if (given === undefined) throw fault('created_by', 'is required')
  throw fault('created_by', person ? refusal : `this is written as ${name}: leave it out`)
}
