import type { SignInFailure } from '@aviary/contract/session/rules'
import { type Reply, redirect } from '../../http/call.ts'
import { Refusal, reasonIn, toProblem } from '../../http/errors.ts'

/**
 * A failed sign-in. Its message is for the log only: it may contain texts of the provider, which no browser
 * must show.
 */
export class SignInFailed extends Error {
  readonly code: SignInFailure
  /** The path to return to, if it is known. */
  readonly next: string | undefined
  constructor(code: SignInFailure, reason: string, next?: string) {
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
  /** Cookies that the redirect to /login sets. */
  cookies?: string[]
}

/** Redirects a failed sign-in to /login with the failure's code, because a person is waiting in a browser. */
export async function redirectFailureToLogin(attempt: Attempt): Promise<Reply<string>> {
  const { log, requestId, run, cookies } = attempt
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
    return redirect(`/login?${query}`, cookies)
  }
}
