import type * as endpoints from '@aviary/contract/session/endpoints'
import { type Reply, redirect } from '../../http/call.ts'
import { Refusal, reasonIn, toProblem } from '../../http/errors.ts'

/** The message is for operators: it may repeat the provider's words, which no browser is shown. */
export class SignInFailed extends Error {
  readonly code: endpoints.SignInFailure
  /** The path to return to, if it is known. */
  readonly next: string | undefined
  constructor(code: endpoints.SignInFailure, reason: string, next?: string) {
    super(reason)
    this.code = code
    this.next = next
  }
}

type WriteLog = (line: Record<string, unknown>, message: string) => void
export type SignInLog = { warn: WriteLog; error: WriteLog }

type Attempt = {
  log: SignInLog
  requestId: string
  run: () => Promise<Reply<string>>
}

/** A person waits in a browser for the end of a sign-in, so a failure redirects to /login with its code. */
export async function redirectFailureToLogin({ log, requestId, run }: Attempt): Promise<Reply<string>> {
  try {
    return await run()
  } catch (error) {
    const isUnavailable = toProblem(error, requestId).status === 503
    const isExpected = error instanceof SignInFailed || error instanceof Refusal
    if (isExpected || isUnavailable)
      log.warn({ request_id: requestId, reason: reasonIn(error) }, 'a sign-in failed')
    else log.error({ request_id: requestId, err: error }, 'a sign-in failed')
    const { code, next } =
      error instanceof SignInFailed ? error : { code: isUnavailable ? 'database' : 'failed', next: undefined }
    const query = new URLSearchParams({ error: code, ...(next && next !== '/' ? { next } : {}) })
    return redirect(`/login?${query}`)
  }
}
