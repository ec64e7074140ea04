import type { Db } from '../database/open.ts'
import type { Reply, Route } from './call.ts'
import type { Incoming } from './door.ts'
import { toProblem } from './errors.ts'

type RefusedCall = { error: unknown; incoming: Incoming; db: Db }

/** A refusal that is answered with a page in place of a problem. */
export class RefusedWithPage extends Error {
  readonly page: Reply<string>
  constructor(page: Reply<string>, cause: unknown) {
    super('Refused with a page', { cause })
    this.page = page
  }
}

/** The page for a refused form; undefined for other calls, and for what the sender's input did not cause. */
export async function pageOfRefusal(
  { refusalPage }: Route,
  { error, incoming, db }: RefusedCall,
): Promise<RefusedWithPage | undefined> {
  const { status } = toProblem(error, incoming.requestId)
  if (!refusalPage || (status !== 400 && status !== 413)) return undefined
  const { params, rawBody } = incoming
  try {
    return new RefusedWithPage(await refusalPage({ db, status, params, rawBody }), error)
  } catch {
    return undefined // the refusal itself is answered, as a problem
  }
}
