import type { Db } from '../../database/open.ts'
import type { Create } from '../../http/door.ts'
import { Conflict } from '../../http/errors.ts'
import * as queries from './queries.ts'

type Answer = { status: number; body: unknown }

const keyConflict = () => new Conflict('This Idempotency-Key was used for something else; use a new one')

/**
 * The stored answer of this create; undefined if its key is new. Throws Conflict if the key was used for another
 * request.
 */
export async function getAnswer(db: Db, create: Create): Promise<Answer | undefined> {
  const stored = await queries.getIdempotencyKey(db, create)
  if (!stored) return undefined
  if (stored.requestHash !== create.requestHash) throw keyConflict()
  return { status: stored.status ?? 200, body: stored.answer }
}

/** Like `getAnswer`, and reserves a new key. Waits for a concurrent request with the same key. */
export async function getAnswerOrReserveKey(db: Db, create: Create): Promise<Answer | undefined> {
  if (await queries.createIdempotencyKey(db, create)) return undefined
  const answer = await getAnswer(db, create)
  if (!answer) throw keyConflict()
  return answer
}

export async function saveAnswer(db: Db, create: Create, { status, body }: Answer): Promise<void> {
  await queries.updateIdempotencyKey(db, create, { status, answer: body })
}
