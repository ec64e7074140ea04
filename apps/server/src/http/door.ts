import { createHash, timingSafeEqual } from 'node:crypto'
import { APPLICATION_NAME } from '@aviary/contract/constants'
import { type Endpoint, isPersons, isProtected } from '@aviary/contract/endpoint'
import type { Clock } from '../clock.ts'
import { type Change, type Changes, isChange } from '../database/changes.ts'
import type { Db } from '../database/open.ts'
import { inSpan } from '../process/tracing.ts'
import { authorOf } from './author.ts'
import { type Call, Reply, type Session, type Work } from './call.ts'
import { admit, type Caller, type CallerServices, type Incoming, mayOf, seesOf } from './caller.ts'
import { Forbidden, fault, InvalidInput, invalidInput, NotSignedIn, Refusal } from './errors.ts'
import { readAnswer } from './read-answer.ts'
import { type Batch, readBatch, WHOLE_BATCH } from './read-batch.ts'
import { readJson, readSent } from './read-sent.ts'
import { isStorable, refuseUnstorable, takeOutUnstorable } from './unstorable.ts'
import { withhold } from './withhold.ts'

export type AuditRow = {
  applicationName: string
  userEmail: string
  actionName: string
  createdDate: Date
  context: Record<string, unknown>
}

/** Functions of the features that the door calls; `app.ts` passes them in. */
export type DoorServices = CallerServices & {
  db: Db
  clock: Clock
  changes: Changes
  createAudit: (db: Db, row: AuditRow) => Promise<void>
  /**
   * Stored answer of this create; undefined if it is new or under way. Throws Conflict if its key was used for
   * another request.
   */
  findAnswer: (db: Db, create: Create) => Promise<{ status: number; body: unknown } | undefined>
  /** Like `findAnswer`, and reserves the key: another create with the same key waits for this transaction. */
  findAnswerBefore: (db: Db, create: Create) => Promise<{ status: number; body: unknown } | undefined>
  keepAnswer: (db: Db, create: Create, answer: { status: number; body: unknown }) => Promise<void>
  /** Called after the commit of every write; not for stored answers. */
  committed: (endpoint: Endpoint, answer: unknown) => void
}

/** A create request with its idempotency key, so that a retry creates nothing twice. */
export type Create = { caller: string; endpoint: string; key: string; requestHash: string; createdAt: Date }

export type Visit = { endpoint: Endpoint; incoming: Incoming }

/**
 * Handles a call in this order: session, permission, anti-forgery, input, preparation, transaction, handler,
 * answer, audit row, commit. A failure before the commit leaves no trace in the database.
 */
export async function pass(services: DoorServices, visit: Visit, work: Work): Promise<Reply> {
  const { caller, input } = await enter(services, visit)
  const answered = answer(services, { ...visit, caller, input }, work)
  if (!caller.token) return answered
  const reply = await answered.catch(refuseWithoutRecord)
  return new Reply(withhold(visit.endpoint, reply.body, seesOf(caller)), reply)
}

/** What a token may see of a record is known of answers, not of the record in a refusal. */
function refuseWithoutRecord(refusal: unknown): never {
  if (refusal instanceof Refusal) refusal.current = undefined
  throw refusal
}

async function answer(
  services: DoorServices,
  { endpoint, incoming, caller, input }: Visit & { caller: Caller; input: Input },
  { prepare, handle }: Work,
): Promise<Reply> {
  const notes: Notes = { audit: {}, change: { topics: [], sessions: [] } }
  const parts = { db: services.db, input, incoming, now: services.clock(), notes }
  const call = makeCall({ ...parts, caller })

  if (!endpoint.audits) return checked(endpoint, await handle(call, undefined))
  const create = createOf(endpoint, incoming, { caller, now: call.now })
  const write = { endpoint, call, create, notes }
  if (!prepare) return commit(services, write, (inside) => handle(inside, undefined))

  const findStored = async () => create && services.findAnswer(services.db, create)
  const before = await findStored()
  if (before) return new Reply(before.body, before)
  let prepared: unknown
  try {
    prepared = await inSpan(PREPARATION, () => prepare(call))
  } catch (refusal) {
    // A request with the same idempotency key may have been stored meanwhile and have caused this refusal.
    const meanwhile = await findStored()
    if (meanwhile) return new Reply(meanwhile.body, meanwhile)
    throw refusal
  }
  // Permissions may have changed during the preparation.
  const again = makeCall({ ...parts, caller: await admit(services, endpoint, incoming) })
  return commit(services, { ...write, call: again }, (inside) => handle(inside, prepared))
}

const PREPARATION = { name: 'preparation' }
const TRANSACTION = { name: 'transaction' }

type Write = { endpoint: Endpoint; call: Call; create: Create | undefined; notes: Notes }

async function commit(
  services: DoorServices,
  { endpoint, call, create, notes }: Write,
  handle: (call: Call) => Promise<unknown>,
): Promise<Reply> {
  const write = async (transaction: Db) => {
    const before = create && (await services.findAnswerBefore(transaction, create))
    if (before) return { reply: new Reply(before.body, before), isRepeated: true }
    const answer = checked(endpoint, await handle({ ...call, db: transaction }))
    await services.createAudit(transaction, auditRow(endpoint, call, notes))
    if (isChange(notes.change)) await services.changes.announce(transaction, notes.change)
    if (create) await services.keepAnswer(transaction, create, answer)
    return { reply: answer, isRepeated: false }
  }
  const { reply, isRepeated } = await inSpan(TRANSACTION, () => services.db.transaction(write))
  if (isRepeated) return reply
  if (isChange(notes.change)) services.changes.apply(notes.change)
  services.committed(endpoint, reply.body)
  return reply
}

/** The door's checks without the handler: who calls, and with what input. */
export async function enter(services: DoorServices, { endpoint, incoming }: Visit) {
  const caller = await admit(services, endpoint, incoming)
  if (isProtected(endpoint) && caller.session) refuseForgery(endpoint, incoming, caller.session)
  const input = readInput(endpoint, incoming)
  if (endpoint.audits && endpoint.takesBody && caller.session) refuseOtherAuthor(input.body, caller.session)
  return { caller, input }
}

const LONGEST_KEY = 200

/**
 * Reads the Idempotency-Key of a POST, so that a retry after a lost answer creates nothing twice. Undefined without
 * a key, and if the answer contains a secret, which must not be stored.
 */
function createOf(
  endpoint: Endpoint,
  incoming: Incoming,
  { caller, now }: { caller: Caller; now: Date },
): Create | undefined {
  const key = incoming.headers['idempotency-key']
  if (endpoint.method !== 'POST' || endpoint.answersSecret) return undefined
  if (key === undefined) {
    if (caller.token && isPersons(endpoint))
      throw new InvalidInput(
        'Idempotency-Key: a token sends one with each create, the same one when it tries again',
      )
    return undefined
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key) || key.length > LONGEST_KEY)
    throw new InvalidInput(`Idempotency-Key: use 1 to ${LONGEST_KEY} visible ASCII characters`)
  const { params, query } = incoming
  const queryHash = createHash('sha256').update(JSON.stringify([params, query]))
  const requestHash = queryHash.update(incoming.file?.digest ?? incoming.rawBody ?? '').digest('base64url')
  return { caller: keyOwnerOf(caller), endpoint: endpoint.path, key, requestHash, createdAt: now }
}

/** A token's name may later be that of another token, its number never. No e-mail has a space. */
const keyOwnerOf = ({ name, token }: Caller): string => (token ? `token ${token.tokenId}` : name)

export function refuseForgery(endpoint: Endpoint, incoming: Incoming, session: Session): void {
  const sent = Buffer.from(String(incoming.headers['x-csrf-token'] ?? tokenInBody(endpoint, incoming) ?? ''))
  const expected = Buffer.from(session.antiForgeryToken)
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return
  throw new Forbidden("The anti-forgery token is missing or wrong: send the cookie 'tokens' as X-CSRF-Token")
}

/** spec 2 §7: the subscriptions form sends the anti-forgery token in a field of the body. */
function tokenInBody({ antiForgeryField }: Endpoint, { rawBody }: Incoming): unknown {
  if (!antiForgeryField) return undefined
  const body = readJson(rawBody)
  return typeof body === 'object' && body !== null
    ? (body as Record<string, unknown>)[antiForgeryField]
    : undefined
}

function refuseOtherAuthor(body: unknown, session: Session): void {
  const sent = (body as { audit_log_data?: { user_email?: string } }).audit_log_data?.user_email
  if (sent === undefined) throw fault('audit_log_data.user_email', 'is required')
  if (sent.toLowerCase() === session.person.email.toLowerCase()) return
  throw new Forbidden('audit_log_data.user_email is not the signed-in person')
}

type Input = { params: unknown; query: unknown; body: unknown; batch: Batch }

export function readInput(endpoint: Endpoint, incoming: Incoming): Input {
  return {
    params: readPart('params', endpoint, incoming.params),
    query: readQuery(endpoint, incoming.query),
    ...readBody(endpoint, incoming),
  }
}

/**
 * For an endpoint that redirects the browser, a malformed query counts as empty, because the person cannot
 * correct it.
 */
function readQuery(endpoint: Endpoint, query: unknown): unknown {
  if (!endpoint.sendsOn) return readPart('query', endpoint, query)
  const parsed = isStorable(query) ? endpoint.query.safeParse(query) : undefined
  return parsed?.success ? parsed.data : endpoint.query.parse({})
}

function readBody(endpoint: Endpoint, incoming: Incoming): Pick<Input, 'body' | 'batch'> {
  if (!endpoint.takesBody) return { body: undefined, batch: WHOLE_BATCH }
  const sent = readSent(endpoint, incoming)
  if (endpoint.isForeign) takeOutUnstorable(sent)
  const { body, largestBatch: largest } = endpoint
  return largest
    ? readBatch(sent, { body, largest })
    : { body: readPart('body', endpoint, sent), batch: WHOLE_BATCH }
}

function readPart(part: 'params' | 'query' | 'body', endpoint: Endpoint, value: unknown): unknown {
  refuseUnstorable(part, value)
  const parsed = endpoint[part].safeParse(value)
  if (!parsed.success) throw invalidInput(part, parsed.error)
  return parsed.data
}

type Notes = { audit: Record<string, unknown>; change: Change }

type CallParts = { db: Db; input: Input; incoming: Incoming; caller: Caller; now: Date; notes: Notes }

function makeCall({ db, input, incoming, caller, now, notes }: CallParts): Call {
  const session = () => {
    if (!caller.session) throw new NotSignedIn()
    return caller.session
  }
  return {
    ...(input as Pick<Call, 'params' | 'query' | 'body' | 'batch'>),
    db,
    now,
    person: () => session().person,
    session,
    author: () => authorOf(caller),
    caller: caller.name,
    scopes: caller.token?.scopes ?? [],
    sees: seesOf(caller),
    may: mayOf(caller),
    headers: incoming.headers,
    rawBody: incoming.rawBody,
    file: incoming.file,
    requestId: incoming.requestId,
    network: incoming.network,
    audit: (context) => Object.assign(notes.audit, context),
    changed: (...topics) =>
      notes.change.topics.push(...topics.filter((topic) => !notes.change.topics.includes(topic))),
    endsSession: (idHash) => notes.change.sessions.push(idHash),
  }
}

/** Validates the answer against the contract; a mismatch throws and rolls the write back. */
function checked(endpoint: Endpoint, answer: unknown): Reply {
  const reply = answer instanceof Reply ? answer : new Reply(answer)
  return new Reply(readAnswer(endpoint, reply.body), reply)
}

function auditRow(endpoint: Endpoint, call: Call, notes: Notes): AuditRow {
  const sent = (call.body as { audit_log_data?: { application_name?: string } } | undefined)?.audit_log_data
  return {
    applicationName: sent?.application_name ?? APPLICATION_NAME,
    userEmail: call.caller,
    actionName: endpoint.audits ?? '',
    createdDate: call.now,
    context: { ...notes.audit, request_id: call.requestId },
  }
}
