import { CallFailed } from '@aviary/contract/client'
import { reportError } from '@aviary/contract/session/endpoints'
import { showToast } from '../ui/toast-store.ts'
import { call, getErrorMessage, isSignedOut } from './api.ts'

/** Shows a toast that closes by itself; one with a note stays until it is closed. */
export const showSuccess = (message: string, note?: string): void =>
  showToast({ kind: 'success', message, ...(note === undefined ? {} : { note }) })

/**
 * Shows an error until it is closed, with reason and request id, and reports it to the server (spec 1 §8). An ended
 * session is ignored: the page redirects to sign-in.
 */
export async function showError(message: string, error: unknown): Promise<void> {
  if (isSignedOut(error)) return
  const requestId = error instanceof CallFailed ? error.problem?.request_id : undefined
  const reason = getErrorMessage(error)
  showToast({ kind: 'error', message, reason, ...(requestId ? { requestId } : {}) })
  const report = {
    message,
    reason,
    page: window.location.pathname,
    ...(requestId ? { request_id: requestId } : {}),
  }
  // Ignore a failed report: it must not raise a second toast.
  await call(reportError, { body: report }).catch(() => undefined)
}
