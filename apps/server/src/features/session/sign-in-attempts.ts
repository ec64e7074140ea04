import { newSecret, sha256 } from './tokens.ts'

/** Secrets of the sign-in attempts that one browser has under way, newest first. */
export type Attempts = readonly string[]

/** A browser that restores its tabs starts one attempt for each of them. */
const MAX_ATTEMPTS = 8
const SEPARATOR = '.'
const SECRET = /^[\w-]{43}$/

/** Reads the attempts from the value of the sign-in cookie; drops whatever is not a secret. */
export const readAttempts = (value = ''): Attempts =>
  value
    .split(SEPARATOR)
    .filter((part) => SECRET.test(part))
    .slice(0, MAX_ATTEMPTS)

/** The value of the sign-in cookie; the oldest attempts are left out when there are too many. */
export const writeAttempts = (attempts: Attempts): string => attempts.slice(0, MAX_ATTEMPTS).join(SEPARATOR)

/**
 * OAuth `state` bound to an attempt's secret, so that an attacker cannot sign another person in to the
 * attacker's account.
 */
export const createState = (attempt: string, random = newSecret()): string =>
  `${random}.${sha256(`${attempt}.${random}`)}`

/** The attempt that `state` was created for; undefined if `state` is forged or belongs to another browser. */
export const findAttempt = (attempts: Attempts, state: string): string | undefined =>
  attempts.find((attempt) => state === createState(attempt, state.split('.')[0] ?? ''))
