import type { Db } from '../../database/open.ts'
import type { Create } from '../../http/door.ts'
import { Conflict } from '../../http/errors.ts'
import * as queries from './queries.ts'

type Answer = { status: number; body: unknown }

const usedForAnother = () => new Conflict('This Idempotency-Key was used for something else; use a new one')

/** What this very create was answered before; undefined when it is new. Throws Conflict for another one by the same key. */
export async function getAnswer(db: Db, create: Create): Promise<Answer | undefined> {
  const found = await queries.getIdempotencyKey(db, create)
  if (!found) return undefined
  if (found.requestHash !== create.requestHash) throw usedForAnother()
  return { status: found.status ?? 200, body: found.answer }
}

/** The same, and a new key is kept. Somebody who came with the same key a moment before is waited for. */
export async function getAnswerBefore(db: Db, create: Create): Promise<Answer | undefined> {
  if (await queries.createIdempotencyKey(db, create)) return undefined
  const found = await getAnswer(db, create)
  if (!found) throw usedForAnother()
  return found
}

export async function saveAnswer(db: Db, create: Create, { status, body }: Answer): Promise<void> {
  await queries.updateIdempotencyKey(db, create, { status, answer: body })
}
