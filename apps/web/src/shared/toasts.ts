import { CallFailed } from '@aviary/contract/client'
import { reportError } from '@aviary/contract/session/endpoints'
import { showToast } from '../ui/toast-store.ts'
import { call, isSignedOut, reasonOf } from './api.ts'

/** A toast that closes by itself; with a note, of what else happened, it stays until it is closed. */
export const tellSuccess = (message: string, note?: string): void =>
  showToast({ kind: 'success', message, ...(note === undefined ? {} : { note }) })

/**
 * An error a person should know of: a toast that stays, with the reason and the request id, and a report to the
 * server (spec 1 §8). Being signed out is no error: the page leaves for sign-in.
 */
export async function tellError(message: string, error: unknown): Promise<void> {
  if (isSignedOut(error)) return
  const requestId = error instanceof CallFailed ? error.problem?.request_id : undefined
  const reason = reasonOf(error)
  showToast({ kind: 'error', message, reason, ...(requestId ? { requestId } : {}) })
  const report = {
    message,
    reason,
    page: window.location.pathname,
    ...(requestId ? { request_id: requestId } : {}),
  }
  // The toast has been shown; a report that cannot be sent must not raise a second one.
  await call(reportError, { body: report }).catch(() => undefined)
}
