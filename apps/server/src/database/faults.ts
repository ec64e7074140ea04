import pg from 'pg'
import { CannotStart, Misconfigured } from '../process/cannot-start.ts'
import { readAddress } from './address.ts'

/** Why a database cannot be used. `passes`: waiting may help. */
export type DatabaseFault = { message: string; passes: boolean }

/** Server, user and database that the driver would connect to. */
type Target = { server: string; user: string; database: string }

type Describe = (target: Target, detail: string) => string

/** Transient faults: the server may be starting or failing over, or the network may not be up yet. */
const PASSING: Record<string, Describe> = {
  ECONNREFUSED: ({ server }) =>
    `Nothing accepts connections at ${server}: start PostgreSQL there, or mend host and port in DATABASE_URL`,
  ENOENT: ({ server }) =>
    `There is no socket of PostgreSQL at ${server}: start PostgreSQL, or mend host and port in DATABASE_URL`,
  ENOTFOUND: ({ server }) =>
    `The host of ${server} has no address in DNS: mend the host in DATABASE_URL, or DNS`,
  EAI_AGAIN: ({ server }) =>
    `DNS does not answer for the host of ${server}: mend DNS, or wait until it is up`,
  ETIMEDOUT: ({ server }) =>
    `${server} does not answer: see the network and the firewall between here and there`,
  EHOSTUNREACH: ({ server }) => `${server} cannot be reached from here: see the network`,
  ENETUNREACH: ({ server }) => `${server} cannot be reached from here: see the network`,
  ECONNRESET: ({ server }) => `${server} closed the connection`,
  EPIPE: ({ server }) => `${server} closed the connection`,
  '08P01': ({ server }, detail) => `${server} closed the connection (${detail})`,
  '57P01': ({ server }) => `PostgreSQL at ${server} is stopping`,
  '57P02': ({ server }) => `PostgreSQL at ${server} is restarting after a crash`,
  '57P03': ({ server }, detail) => `PostgreSQL at ${server} does not take connections yet (${detail})`,
  '53300': ({ server }) =>
    `PostgreSQL at ${server} has no connection left: raise max_connections, the limit of the role or database, or the pool of a pooler (PgBouncer: default_pool_size)`,
  '25006': ({ server }) =>
    `The database at ${server} accepts no writes: it is a standby, or default_transaction_read_only is on`,
}

const LASTING: Record<string, Describe> = {
  '28P01': ({ server, user }) =>
    `PostgreSQL at ${server} refuses the password of '${user}': mend user and password in DATABASE_URL`,
  '28000': ({ server, user }, detail) =>
    `PostgreSQL at ${server} does not let '${user}' in (${detail}): create the role, or allow it in pg_hba.conf`,
  '3D000': ({ server, database }) =>
    `PostgreSQL at ${server} has no database '${database}': create it (createdb -E UTF8 '${database}'), or mend its name in DATABASE_URL`,
  '42501': ({ user, database }, detail) =>
    `'${user}' has too few rights in the database '${database}' (${detail}): let it own the database`,
}

const NO_ANSWER = /timeout expired|timeout exceeded|connection timeout|query read timeout/i
const CLOSED = /connection terminated|is not queryable/i
const NO_PASSWORD = /client password must be a string|password authentication.*no password/i
const NO_TLS = /server does not support SSL/i
const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

/** The database fault behind an error; undefined if the database is not the cause. */
export function readDatabaseFault(error: unknown, url: string): DatabaseFault | undefined {
  const target = targetOf(url)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    // ENOENT of a file, such as a certificate, does not mean a missing socket.
    const isFile = code === 'ENOENT' && !('syscall' in cause && cause.syscall === 'connect')
    if (isFile) continue
    const passing = PASSING[code] ?? (/^08/.test(code) ? PASSING.ECONNRESET : undefined)
    const describe = passing ?? LASTING[code]
    if (describe) return { message: describe(target, cause.message), passes: passing !== undefined }
    const other = readMessage(cause, code, target)
    if (other) return other
  }
  return undefined
}

function readMessage({ message }: Error, code: string, target: Target): DatabaseFault | undefined {
  if (NO_ANSWER.test(message)) return { message: PASSING.ETIMEDOUT?.(target, '') ?? '', passes: true }
  if (CLOSED.test(message)) return { message: PASSING.ECONNRESET?.(target, '') ?? '', passes: true }
  if (NO_PASSWORD.test(message))
    return lasting(`PostgreSQL at ${target.server} asks for a password, and DATABASE_URL has none: add it`)
  if (NO_TLS.test(message))
    return lasting(
      `PostgreSQL at ${target.server} has no TLS: switch it on there, or take sslmode out of DATABASE_URL`,
    )
  if (TLS_CODES.test(code))
    return lasting(
      `The certificate of PostgreSQL at ${target.server} is not trusted (${message}): name its authority with sslrootcert in DATABASE_URL`,
    )
  return undefined
}

const lasting = (message: string): DatabaseFault => ({ message, passes: false })

/** Turns a database fault into an error that ends a start or a command; returns any other error unchanged. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  if (error instanceof CannotStart) return error
  const fault = readDatabaseFault(error, url)
  if (!fault) return error
  return new (fault.passes ? CannotStart : Misconfigured)(fault.message, { cause: error })
}

/** Server, user and database of a URL, without its password, for messages. */
function targetOf(url: string): Target {
  const { hosts, urlOf } = readAddress(url)
  const { user, database } = new pg.Client(urlOf(hosts[0]))
  const names = hosts.map(({ host, port }) => nameOf(host || 'localhost', port))
  return { server: names.join(', '), user: user ?? '', database: database ?? '' }
}

function nameOf(host: string, port: string): string {
  if (host.startsWith('/')) return `${host}/.s.PGSQL.${port}`
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
