import type * as endpoints from '@aviary/contract/session/endpoints'
import { type Reply, redirect } from '../../http/call.ts'
import { Refusal, reasonIn, toProblem } from '../../http/errors.ts'

/** The message is for whoever runs Aviary: it may repeat the provider's words, which no browser is shown. */
export class SignInFailed extends Error {
  readonly code: endpoints.SignInFailure
  /** Where the person wanted to go, when that is known. */
  readonly next: string | undefined
  constructor(code: endpoints.SignInFailure, reason: string, next?: string) {
    super(reason)
    this.code = code
    this.next = next
  }
}

type Tell = (line: Record<string, unknown>, message: string) => void
export type SignInLog = { warn: Tell; error: Tell }

type Attempt = {
  log: SignInLog
  requestId: string
  run: () => Promise<Reply<string>>
}

/** It is a person in a browser who waits for the end of a sign-in: what went wrong is told on /login, by its code. */
export async function orTellOnLogin({ log, requestId, run }: Attempt): Promise<Reply<string>> {
  try {
    return await run()
  } catch (error) {
    const isAway = toProblem(error, requestId).status === 503
    const known = error instanceof SignInFailed || error instanceof Refusal
    if (known || isAway) log.warn({ request_id: requestId, reason: reasonIn(error) }, 'a sign-in failed')
    else log.error({ request_id: requestId, err: error }, 'a sign-in failed')
    const { code, next } =
      error instanceof SignInFailed ? error : { code: isAway ? 'database' : 'failed', next: undefined }
    const query = new URLSearchParams({ error: code, ...(next && next !== '/' ? { next } : {}) })
    return redirect(`/login?${query}`)
  }
}
