import type { CallInput } from '@aviary/contract/client'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import { announce } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import { createAudit } from '../features/audit/public.ts'
import { DEMO_IDENTITIES } from '../features/session/public.ts'
import type { Person, Route } from '../http/call.ts'
import { openCallAs } from '../http/call-as.ts'
import type { DoorServices } from '../http/door.ts'
import { NotSignedIn } from '../http/errors.ts'

/** Makes a call of the contract as the demo person `by`, at the time `at` of the demo data. */
export type DemoCall = <E extends Endpoint>(
  endpoint: E,
  call: { by: string; at: Date; body: CallInput<E>['body'] },
) => Promise<AnswerOf<E>>

/** Address of the demo person with a role. */
export function emailOf(role: (typeof DEMO_IDENTITIES)[number]['role']): string {
  const identity = DEMO_IDENTITIES.find((candidate) => candidate.role === role)
  if (!identity) throw new Error(`No demo person is ${role}`)
  return identity.email
}

const refuse = (): never => {
  throw new NotSignedIn()
}

/** Runs calls within the transaction `db`, checked and audited like calls over HTTP (`http/door.ts`). */
export function openDemoCalls(db: Db, routes: readonly Route[]): DemoCall {
  return (endpoint, { by, at, body }) => {
    const services: DoorServices = {
      db,
      clock: () => at,
      changes: {
        announce,
        apply: () => undefined,
        subscribe: () => () => undefined,
        isLive: () => false,
        close: async () => undefined,
      },
      findSession: refuse,
      findToken: refuse,
      requireSignature: refuse,
      checkSignature: refuse,
      createAudit,
      findAnswer: async () => undefined,
      findAnswerBefore: async () => undefined,
      keepAnswer: async () => undefined,
      committed: () => undefined,
    }
    const call = openCallAs(
      services,
      routes,
    )({
      findPerson: async () => toPerson(by),
      application: APPLICATION_NAME,
      network: 'demo',
    })
    return call(endpoint, body === undefined ? {} : { body })
  }
}

/** A person with every permission. The id does not matter, because the demo's calls store the address. */
const toPerson = (email: string): Person => ({
  userId: 0,
  email,
  authorization: { is_admin: true, role_ids: [], allowed_actions: [] },
  restrictedPageAccess: [],
})
