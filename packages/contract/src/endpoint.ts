import { z } from 'zod'
import type { Action } from './actions.ts'
import { emailAddress } from './email.ts'
import type { Scope } from './scopes.ts'

/** Who signs what they send. */
export type WebhookSender = 'jira' | 'github'

/** Who may make a call. There is no default: an endpoint that says nothing does not compile. */
export type Access =
  | { by: 'anyone' }
  | { by: 'session' }
  | { by: 'action'; anyOf: readonly [Action, ...Action[]] }
  | { by: 'administrator' }
  | { by: 'token'; scope: Scope }
  | { by: 'signature'; sender: WebhookSender }

export const anyone: Access = { by: 'anyone' }
export const signedIn: Access = { by: 'session' }
/** One of the actions is enough to call; what the call touches may ask for a certain one of them. */
export const requires = (...anyOf: readonly [Action, ...Action[]]): Access => ({ by: 'action', anyOf })
/** For what would raise anybody's rights: no single action allows it. */
export const administrator: Access = { by: 'administrator' }
export const serviceToken = (scope: Scope): Access => ({ by: 'token', scope })
export const signedBy = (sender: WebhookSender): Access => ({ by: 'signature', sender })

/** What every write of a signed-in person carries (spec 1 §3, "Audit log data"). */
export const auditLogData = z.object({
  application_name: z.string().trim().min(1).max(100).describe('Who sends this.'),
  user_email: emailAddress.describe('The signed-in person; anybody else is refused.'),
  action_name: z.string().trim().min(1).max(200).describe('What the person did, in the words of the client.'),
})

export type AuditLogData = z.infer<typeof auditLogData>

type Shape = z.ZodType

/**
 * One call of the wire contract. `path` hangs under `/api`, a trailing slash is optional on the server.
 * `audits` is the action name of the audit row: an endpoint that has it is a write, one that lacks it changes nothing
 * that people see (spec 1 §7 and the decisions: searches that are POST by shape, and error reports).
 */
export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  A extends Shape = Shape,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  access: Access
  audits?: string
  /** The field of the body that may carry the anti-forgery token instead of the header. */
  antiForgeryField?: string
  /** Not below `/api`: what load balancers and monitors ask for, and administration. */
  isOutsideApi?: true
  /** The body is a file of this type and of any size up to a limit: it is read as it comes, and never held in memory. */
  uploads?: 'text/csv'
  /** The answer holds a secret: it is given once and not kept for a second try. */
  answersSecret?: true
  /** The media types of an answer that is a text; plain text unless told otherwise. */
  answerTypes?: readonly [string, ...string[]]
  /** The browser is sent on (302): there is no other answer. */
  sendsOn?: true
  /** The same answer comes with 503 when it is not good. */
  mayBeUnready?: true
  /** It ends with 504 when it would take longer than anybody waits. */
  mayTakeTooLong?: true
  /** The most `records` of its body. Each is refused by itself; the others are stored (ADR 32). */
  largestBatch?: number
  /** Another system words the body: characters that cannot be stored are taken out of it, for nobody would mend them. */
  isForeign?: true
  params: P
  query: Q
  body: B
  answer: A
}

type Definition<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> = Omit<
  Endpoint<P, Q, B, A>,
  'params' | 'query' | 'body'
> & { params?: P; query?: Q; body?: B }

const nothing = z.object({})
type Nothing = typeof nothing

export function endpoint<
  A extends Shape,
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = z.ZodUndefined,
>(definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: z.undefined() as unknown as B,
    ...definition,
  }
}

/** The body of a person's write: the fields of the call and the audit data that goes with every one of them. */
export function write<T extends z.ZodRawShape>(fields: T) {
  return z.object({ ...fields, audit_log_data: auditLogData })
}

/** Whether signed-in people make the call. */
export const isPersons = ({ access }: Endpoint): boolean =>
  access.by === 'session' || access.by === 'action' || access.by === 'administrator'

/** A call without a body has nowhere to carry audit data: its anti-forgery token alone says who asks (`GET` that deletes). */
export const takesBody = (endpoint: Endpoint): boolean => endpoint.body.type !== 'undefined'

export type InputOf<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
