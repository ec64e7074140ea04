import { randomUUID } from 'node:crypto'
import type { CallInput } from '@aviary/contract/client'
import type { AnswerOf, Endpoint } from '@aviary/contract/endpoint'
import type { Person, Route } from './call.ts'
import type { Incoming } from './caller.ts'
import { type DoorServices, enter, pass } from './door.ts'

type Input<E extends Endpoint> = Pick<CallInput<E>, 'params' | 'query' | 'body' | 'idempotencyKey'>

/** Makes a call of the contract. Throws the refusal that a caller over HTTP would be answered. */
export type CallAs = <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<AnswerOf<E>>

type Caller = {
  /** Read at each call, so that a right is lost at once; undefined if the account is gone. */
  findPerson: () => Promise<Person | undefined>
  /** Name of the program in audit rows. */
  application: string
  /** By which limits count the sender (`http/network.ts`). */
  network: string
  /** Of the request that the calls belong to; omitted, each call has one of its own. */
  requestId?: string
}

/**
 * Makes calls as a person who has no session here, such as somebody in a chat. They are checked and audited like calls
 * over HTTP. Reads are made anew, not from memory.
 */
export const openCallAs =
  (services: DoorServices, routes: readonly Route[]) =>
  ({ findPerson, application, network, requestId = randomUUID() }: Caller): CallAs =>
  async (endpoint, { params = {}, query = {}, body, idempotencyKey } = {}) => {
    const route = routes.find((candidate) => candidate.endpoint === endpoint)
    if (route?.kind !== 'plain' && route?.kind !== 'memory')
      throw new Error(`${endpoint.method} ${endpoint.path} cannot be called by the server`)
    const antiForgeryToken = randomUUID()
    const findSession = async () => {
      const person = await findPerson()
      return person && { idHash: '', antiForgeryToken, person }
    }
    const toBody = async () => ({
      ...body,
      ...(endpoint.audits && {
        audit_log_data: {
          application_name: application,
          user_email: (await findPerson())?.email,
          action_name: endpoint.audits,
        },
      }),
    })
    const incoming: Incoming = {
      headers: {
        'x-csrf-token': antiForgeryToken,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...{ params, query, network },
      rawBody: endpoint.takesBody ? Buffer.from(JSON.stringify(await toBody())) : undefined,
      requestId,
    }
    const inside = { ...services, findSession }
    const visit = { endpoint, incoming }
    if (route.kind === 'plain') return (await pass(inside, visit, route)).body as AnswerOf<typeof endpoint>
    const { input } = await enter(inside, visit)
    const asked = { now: services.clock(), sees: () => true }
    return (await route.find(input.query, services.db, asked)).answer as AnswerOf<typeof endpoint>
  }
