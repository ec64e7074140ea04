import { cutToLength } from '@aviary/contract/cut-text'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Delays after the first, the second and each further failed try of a mail. */
const BACK_OFF_MS = [30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE, 60 * MINUTE]

const LONGEST_RESPONSE = 1_000

/**
 * Meaning of a failed try. `away`: the mail server cannot be reached or accepts no mail at all.
 * `refused`: it does not accept this mail, for now or ever. `unsure`: the connection broke midway.
 */
export type Failure = { kind: 'away' | 'refused' | 'unsure'; isPermanent: boolean; response: string }

type SmtpError = Error & { code?: string; responseCode?: number; command?: string; timeoutType?: string }

const AWAY_COMMANDS = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/
const AWAY_CODES = /^(ECONNECTION|ECONNREFUSED|EDNS|EAUTH|ETLS|EPROXY)$/
const CLOSING = 421
/**
 * Error messages of a connection that broke midway. The error code alone could also mean that no connection
 * was made.
 */
const BROKE = /closed unexpectedly|unexpected socket close|ECONNRESET|EPIPE/i

/** No connection was made, so no mail was started, even if the mail library's error suggests otherwise. */
export class NotConnected extends Error {}

/** Error code of the mail library for silence on an established connection. */
const FELL_SILENT = 'SOCKET_TIMEOUT'

/** A mail server's reply as the database can store it: shortened, without invalid characters. */
export const storable = (response: string): string =>
  cutToLength(response.replaceAll('\0', ''), LONGEST_RESPONSE).toWellFormed()

/**
 * Reads an error of the mail library: `responseCode` is the mail server's reply code, `command` the current
 * SMTP command.
 */
export function readFailure(error: unknown): Failure {
  const { message, code = '', responseCode, command = '', timeoutType } = asSmtpError(error)
  const response = storable(message)
  if (error instanceof NotConnected) return { kind: 'away', isPermanent: false, response }
  if (responseCode === undefined && (BROKE.test(message) || timeoutType === FELL_SILENT))
    return { kind: 'unsure', isPermanent: false, response }
  if (AWAY_COMMANDS.test(command) || AWAY_CODES.test(code) || responseCode === CLOSING)
    return { kind: 'away', isPermanent: false, response }
  // The library itself refuses this address or message.
  if (responseCode === undefined && /^E(ENVELOPE|MESSAGE)$/.test(code))
    return { kind: 'refused', isPermanent: true, response }
  if (responseCode === undefined) return { kind: 'unsure', isPermanent: false, response }
  return { kind: 'refused', isPermanent: responseCode >= 500, response }
}

const ABOUT_CERTIFICATES = /certificate|altnames|unable to verify/i
const ABOUT_TLS = /STARTTLS|\bTLS\b|SSL|EPROTO/

/** Advice for the operator, if the mail server's reply allows any. */
export function adviceOn(response: string): string | undefined {
  if (ABOUT_CERTIFICATES.test(response))
    return 'give the mail server a certificate that is valid for the host in SMTP_URL; name the file of a private authority in NODE_EXTRA_CA_CERTS'
  if (ABOUT_TLS.test(response))
    return 'mails wait for an encrypted connection: let the mail server offer STARTTLS, or use smtps:// with its TLS port; SMTP_TLS=off sends password and mails in clear text'
  return undefined
}

/** Whether the server refused only this mail and keeps the connection. */
export const refusedMailOnly = (error: unknown): boolean => {
  const { code = '', responseCode } = asSmtpError(error)
  return /^E(ENVELOPE|MESSAGE)$/.test(code) && responseCode !== CLOSING
}

/** Whether the server refused the mail because it is closing this connection. */
export const wantsNewConnection = (error: unknown): boolean => asSmtpError(error).responseCode === CLOSING

const asSmtpError = (error: unknown): SmtpError => (error instanceof Error ? error : new Error(String(error)))

/** Time of the next try after `attempts` failures; undefined after the last try. */
export const nextTry = (attempts: number, now: Date): Date | undefined => {
  const wait = BACK_OFF_MS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}
