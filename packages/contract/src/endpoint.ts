import { z } from 'zod'
import type { Access } from './access.ts'
import type { Scope } from './scopes.ts'
import { emailAddress } from './wire.ts'

/** Audit data in every write of a signed-in person (spec 1 §3, "Audit log data"). */
export const auditLogData = z.object({
  application_name: z.string().trim().min(1).max(100).describe('Who sends this.'),
  user_email: emailAddress.describe('The signed-in person; anybody else is refused.'),
  action_name: z.string().trim().min(1).max(200).describe('What the person did, in the words of the client.'),
})

/** Audit data of a write that tokens may make too. The door requires `user_email` of people. */
const auditLogDataOfTokens = auditLogData.extend({
  user_email: auditLogData.shape.user_email
    .optional()
    .describe(
      'The signed-in person; anybody else is refused. Required with a session, ignored with a token.',
    ),
})

/** For examples of bodies. */
export const AUDIT_EXAMPLE = {
  application_name: 'Reports',
  user_email: 'ines.incident@acme.example',
  action_name: 'Cleaning up',
}

export type AuditLogData = z.infer<typeof auditLogData>

type Shape = z.ZodType

/**
 * One call of the contract. `path` is below `/api`; the server also accepts a trailing slash.
 * `audits` is the action name of the audit row and marks the endpoint as a write. An endpoint without
 * `audits` changes no record, even if it is a POST: searches and error reports (spec 1 §7). Exception: the handlers
 * of the calls behind the link in a mail write the audit row themselves, under the address of the link's owner.
 * Another exception: commands of chats make further calls as the linked person, each with an audit row of its own.
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
  /** Scope with which a service token may make a call of people, instead of the right in `access`. */
  tokenScope?: Scope
  audits?: string
  /** Needs the anti-forgery token like a write, but has no audit row: for data that is deleted within minutes. */
  needsToken?: true
  /** Body field that may carry the anti-forgery token instead of the header. */
  antiForgeryField?: string
  /** `path` is not below `/api`: for load balancers, monitors and administration. */
  isOutsideApi?: true
  /** The body is a file of this type, up to a size limit; it is streamed and never held in memory. */
  uploads?: 'text/csv'
  /**
   * The body is the form of a page (`application/x-www-form-urlencoded`), each field a list of texts. Input that
   * is refused is answered with a page, because a person reads it.
   */
  takesForm?: true
  /** The body is a text of this type, not JSON; the schema gets one character for each byte. */
  takesText?: 'message/rfc822'
  /** The answer contains a secret: it is returned once and not stored for a retry. */
  answersSecret?: true
  /** Media types of a text answer; plain text by default. */
  answerTypes?: readonly [string, ...string[]]
  /** Redirects the browser (302); there is no other answer. */
  sendsOn?: true
  /** Redirects the browser to the form's page after storing the form (303), so that a reload sends nothing again. */
  leadsBack?: true
  /** Answers with status 503, in the same format, while the server is not ready. */
  mayBeUnready?: true
  /** The server ends the call with 504 if its query takes too long. */
  mayTakeTooLong?: true
  /**
   * The body is a batch with at most this many `records`. Invalid records are refused one by one, and the
   * valid ones stored (ADR 32).
   */
  largestBatch?: number
  /**
   * Another system writes the body. Characters that PostgreSQL cannot store are removed, not refused, because
   * nobody could correct them.
   */
  isForeign?: true
  /**
   * Whether the call has a body, in JSON, from a form or as text. A write without a body, such as a deleting `GET`,
   * carries no audit data, so its author is not checked against the session.
   */
  takesBody: boolean
  params: P
  query: Q
  body: B
  answer: A
}

type Definition<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> = Omit<
  Endpoint<P, Q, B, A>,
  'takesBody' | 'params' | 'query' | 'body'
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
    takesBody: definition.body !== undefined,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: z.undefined() as unknown as B,
    ...definition,
  }
}

/** Schema of the body of a person's write: the given fields and the audit data. */
export function write<T extends z.ZodRawShape>(fields: T) {
  return z.object({ ...fields, audit_log_data: auditLogData })
}

/** Like `write`, for calls that name a `tokenScope`: a token is no person, so it names none. */
export function writeOfTokens<T extends z.ZodRawShape>(fields: T) {
  return z.object({ ...fields, audit_log_data: auditLogDataOfTokens })
}

/** Whether the call carries the anti-forgery token of the session. */
export const isProtected = ({ audits, needsToken }: Endpoint): boolean =>
  audits !== undefined || needsToken === true

/** Whether the call is for signed-in people, not for other systems or everybody. */
export const isPersons = ({ access }: Endpoint): boolean =>
  access.by === 'session' || access.by === 'action' || access.by === 'administrator'

export type InputOf<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
