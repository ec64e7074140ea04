import { CallFailed, createClient, createFileClient } from '@aviary/contract/client'
import { readCookie } from './cookies.ts'

let email = ''

/** Whose writes are sent from here on: the audit data of every write names the signed-in person. */
export function setCaller(userEmail: string): void {
  email = userEmail
}

const options = {
  baseUrl: '/api',
  userEmail: () => email,
  antiForgeryToken: () => readCookie('tokens'),
  isOffline: () => !navigator.onLine,
}

/** The one way to call the server. Throws CallFailed with the reason a person is told. */
export const call = createClient(options)

/** The same for an answer that is a file. */
export const openFile = createFileClient(options)

export const isSignedOut = (error: unknown): boolean => error instanceof CallFailed && error.status === 401
export const isNotFound = (error: unknown): boolean => error instanceof CallFailed && error.status === 404
/** A proxy gave up waiting; the server may well have done what it was asked (spec 1 §4). */
export const isGatewayTimeout = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 504 || error.message.includes('504'))
export const isConflict = (error: unknown): boolean => error instanceof CallFailed && error.status === 409
/** What is stored by now, which a save that came second is told with its refusal (409). */
export const currentOf = (error: unknown): unknown =>
  error instanceof CallFailed && isConflict(error) ? error.problem?.current : undefined
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
