import pg from 'pg'
import { CannotStart, Misconfigured } from '../process/cannot-start.ts'
import { readAddress } from './address.ts'

/** What keeps a database from being used. `passes`: waiting may mend it. */
export type DatabaseFault = { message: string; passes: boolean }

/** Who connects to what, as the driver understands the address. */
type Place = { at: string; user: string; database: string }

type Describe = (place: Place, said: string) => string

/** Waiting may mend these: the server starts, fails over, or the network is not up yet. */
const PASSING: Record<string, Describe> = {
  ECONNREFUSED: ({ at }) =>
    `Nothing accepts connections at ${at}: start PostgreSQL there, or mend host and port in DATABASE_URL`,
  ENOENT: ({ at }) =>
    `There is no socket of PostgreSQL at ${at}: start PostgreSQL, or mend host and port in DATABASE_URL`,
  ENOTFOUND: ({ at }) => `The host of ${at} has no address in DNS: mend the host in DATABASE_URL, or DNS`,
  EAI_AGAIN: ({ at }) => `DNS does not answer for the host of ${at}: mend DNS, or wait until it is up`,
  ETIMEDOUT: ({ at }) => `${at} does not answer: see the network and the firewall between here and there`,
  EHOSTUNREACH: ({ at }) => `${at} cannot be reached from here: see the network`,
  ENETUNREACH: ({ at }) => `${at} cannot be reached from here: see the network`,
  ECONNRESET: ({ at }) => `${at} closed the connection`,
  EPIPE: ({ at }) => `${at} closed the connection`,
  '57P01': ({ at }) => `PostgreSQL at ${at} is stopping`,
  '57P02': ({ at }) => `PostgreSQL at ${at} is restarting after a crash`,
  '57P03': ({ at }, said) => `PostgreSQL at ${at} does not take connections yet (${said})`,
  '53300': ({ at }) =>
    `PostgreSQL at ${at} has no connection left: raise max_connections, or the limit of the role or database`,
  '25006': ({ at }) =>
    `The database at ${at} accepts no writes: it is a standby, or default_transaction_read_only is on`,
}

const LASTING: Record<string, Describe> = {
  '28P01': ({ at, user }) =>
    `PostgreSQL at ${at} refuses the password of '${user}': mend user and password in DATABASE_URL`,
  '28000': ({ at, user }, said) =>
    `PostgreSQL at ${at} does not let '${user}' in (${said}): create the role, or allow it in pg_hba.conf`,
  '3D000': ({ at, database }) =>
    `PostgreSQL at ${at} has no database '${database}': create it (createdb -E UTF8 '${database}'), or mend its name in DATABASE_URL`,
  '42501': ({ user, database }, said) =>
    `'${user}' has too few rights in the database '${database}' (${said}): let it own the database`,
}

const NO_ANSWER = /timeout expired|timeout exceeded|connection timeout|query read timeout/i
const CLOSED = /connection terminated|is not queryable/i
const NO_PASSWORD = /client password must be a string|password authentication.*no password/i
const NO_TLS = /server does not support SSL/i
const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

/** The fault behind an error of a connection or a query; undefined when the database has nothing to do with it. */
export function readDatabaseFault(error: unknown, url: string): DatabaseFault | undefined {
  const place = placeOf(url)
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    // A file that is missing is not a socket that is missing.
    const isFile = code === 'ENOENT' && !('syscall' in at && at.syscall === 'connect')
    if (isFile) continue
    const passing = PASSING[code] ?? (/^08/.test(code) ? PASSING.ECONNRESET : undefined)
    const describe = passing ?? LASTING[code]
    if (describe) return { message: describe(place, at.message), passes: passing !== undefined }
    const other = readMessage(at, code, place)
    if (other) return other
  }
  return undefined
}

function readMessage({ message }: Error, code: string, place: Place): DatabaseFault | undefined {
  if (NO_ANSWER.test(message)) return { message: PASSING.ETIMEDOUT?.(place, '') ?? '', passes: true }
  if (CLOSED.test(message)) return { message: PASSING.ECONNRESET?.(place, '') ?? '', passes: true }
  if (NO_PASSWORD.test(message))
    return lasting(`PostgreSQL at ${place.at} asks for a password, and DATABASE_URL has none: add it`)
  if (NO_TLS.test(message))
    return lasting(
      `PostgreSQL at ${place.at} has no TLS: switch it on there, or take sslmode out of DATABASE_URL`,
    )
  if (TLS_CODES.test(code))
    return lasting(
      `The certificate of PostgreSQL at ${place.at} is not trusted (${message}): name its authority with sslrootcert in DATABASE_URL`,
    )
  return undefined
}

const lasting = (message: string): DatabaseFault => ({ message, passes: false })

/** The same as an error that ends a start, or a command; any other error as it is. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  if (error instanceof CannotStart) return error
  const fault = readDatabaseFault(error, url)
  if (!fault) return error
  return new (fault.passes ? CannotStart : Misconfigured)(fault.message, { cause: error })
}

/** Where an address leads, without its password. */
function placeOf(url: string): Place {
  const { hosts, urlOf } = readAddress(url)
  const { user, database } = new pg.Client(urlOf(hosts[0]))
  const names = hosts.map(({ host, port }) => nameOf(host || 'localhost', port))
  return { at: names.join(', '), user: user ?? '', database: database ?? '' }
}

function nameOf(host: string, port: string): string {
  if (host.startsWith('/')) return `${host}/.s.PGSQL.${port}`
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
