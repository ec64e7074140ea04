import { CallFailed, createClient, createFileClient } from '@aviary/contract/client'
import type { Problem } from '@aviary/contract/wire'
import { readCookie } from './cookies.ts'

let email = ''

/** Sets the person named in the audit data of every following write. */
export function setCaller(userEmail: string): void {
  email = userEmail
}

const options = {
  baseUrl: '/api',
  userEmail: () => email,
  antiForgeryToken: () => readCookie('tokens'),
  isOffline: () => !navigator.onLine,
}

/** Calls an endpoint of the server; throws CallFailed with a message that can be shown to people. */
export const call = createClient(options)

/** Like `call`, for endpoints that answer with a file. */
export const openFile = createFileClient(options)

export const isSignedOut = (error: unknown): boolean => error instanceof CallFailed && error.status === 401
export const isNotFound = (error: unknown): boolean => error instanceof CallFailed && error.status === 404
/** A gateway timeout, by status or because the reason contains 504 (spec 1 §4). The server may still do the work. */
export const isGatewayTimeout = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 504 || error.message.includes('504'))
/** Whether the server refused the call, so that repeating the same call would not help. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429
/** Whether a failed call may have taken effect: no answer, an unreadable answer, or a fault of the server. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status < 400 || error.status >= 500)
export const isConflict = (error: unknown): boolean => error instanceof CallFailed && error.status === 409
/** The currently stored record, which a conflict answer (409) contains. */
export const getCurrentValue = (error: unknown): unknown =>
  error instanceof CallFailed && isConflict(error) ? error.problem?.current : undefined
/** Request fields that a refusal (400) names, each with the reason; empty if it names none. */
export const getFaults = (error: unknown): NonNullable<Problem['errors']> =>
  (error instanceof CallFailed && error.problem?.errors) || []
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
