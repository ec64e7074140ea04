import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/open.ts'
import type { Reply, Route } from './call.ts'
import type { Incoming } from './caller.ts'
import { toProblem } from './errors.ts'
import { isStorable } from './unstorable.ts'

type RefusedCall = {
  error: unknown
  incoming: Incoming
  db: Db
  log: FastifyBaseLogger
  /** Whether the caller has disconnected. */
  isGone: boolean
}

const EXPLAINED = [400, 409, 413]

/** A refusal that is answered with a page in place of a problem. */
export class RefusedWithPage extends Error {
  readonly page: Reply<string>
  constructor(page: Reply<string>, cause: unknown) {
    super('Refused with a page', { cause })
    this.page = page
  }
}

/** The page for a form that was refused because of its input; undefined for other calls and other errors. */
export async function pageOfRefusal(
  { refusalPage, endpoint }: Route,
  { error, incoming, db, log, isGone }: RefusedCall,
): Promise<RefusedWithPage | undefined> {
  const { requestId, rawBody } = incoming
  const { status } = toProblem(error, requestId)
  if (!refusalPage || isGone || !EXPLAINED.includes(status)) return undefined
  const params = isStorable(incoming.params) ? endpoint.params.safeParse(incoming.params).data : undefined
  try {
    return new RefusedWithPage(await refusalPage({ db, status, params, rawBody }), error)
  } catch (failure) {
    log.error({ request_id: requestId, err: failure }, 'the page of a refusal failed')
    return undefined // the refusal itself is answered, as a problem
  }
}
