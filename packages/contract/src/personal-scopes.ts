import { ENDPOINTS } from './areas.ts'
import type { Endpoint } from './endpoint.ts'
import { type Guarded, type MissingRight, missingRight, type Rights } from './rights.ts'
import { PERSONAL_SCOPES, type PersonalScope, WRITE_SCOPES } from './scopes.ts'

const includes = (scopes: readonly string[], scope: string): boolean => scopes.includes(scope)

/** Calls that a scope is for. The lists that writers need, which anybody may read, do not make a writer. */
function getCalls(scope: PersonalScope): Guarded[] {
  const all: readonly Endpoint[] = ENDPOINTS
  const writes = (wanted: PersonalScope) => all.filter((call) => call.tokenScope === wanted && call.audits)
  if (scope === 'broadcast:external') return [...writes('write:messages'), ...writes('write:maintenance')]
  return includes(WRITE_SCOPES, scope) ? writes(scope) : all.filter((call) => call.tokenScope === scope)
}

const CALLS = new Map(PERSONAL_SCOPES.map((scope) => [scope, getCalls(scope)]))

/**
 * The right without which a person can do nothing with a scope; undefined if none is missing. A scope that only adds
 * to answers has no calls: people see all that their calls show.
 */
export function missingForScope(rights: Rights, scope: PersonalScope): MissingRight | undefined {
  const missing = (CALLS.get(scope) ?? []).map((call) => missingRight(rights, call))
  const [first] = missing
  return missing.length === 0 || missing.includes(undefined) ? undefined : first
}

/** Scopes that a personal token can have, by what its person may do now. */
export const scopesOf = (rights: Rights): PersonalScope[] =>
  PERSONAL_SCOPES.filter((scope) => missingForScope(rights, scope) === undefined)
