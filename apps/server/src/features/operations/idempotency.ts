import type { Db } from '../../database/open.ts'
import type { Create } from '../../http/door.ts'
import { Conflict } from '../../http/errors.ts'
import { findIdempotencyKey, insertIdempotencyKey, updateIdempotencyKey } from './queries.ts'

type Answer = { status: number; body: unknown }

/** What this very create was answered before; undefined when it is new. Throws Conflict for another one by the same key. */
export async function findAnswerBefore(db: Db, create: Create): Promise<Answer | undefined> {
  if (await insertIdempotencyKey(db, create)) return undefined
  const found = await findIdempotencyKey(db, create)
  if (!found || found.requestHash !== create.requestHash)
    throw new Conflict('This Idempotency-Key was used for something else; use a new one')
  return { status: found.status ?? 200, body: found.answer }
}

export async function keepAnswer(db: Db, create: Create, { status, body }: Answer): Promise<void> {
  await updateIdempotencyKey(db, create, { status, answer: body })
}
