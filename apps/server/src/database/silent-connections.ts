import type { Socket } from 'node:net'
import pg from 'pg'
import { readAddress } from './address.ts'

const ANSWERS_WITHIN_MS = 3_000
const TOO_MANY_CONNECTIONS = '53300'

type ServerMessage = { parameterName: string; parameterValue: string; code?: string }

/**
 * Members of `pg` that its types omit: the socket and its messages, whether the client is idle or closing,
 * and the server's process id.
 */
type Insides = {
  connection: {
    stream: Socket
    on: (
      event: 'parameterStatus' | 'errorMessage' | 'end',
      listener: (message: ServerMessage) => void,
    ) => void
  }
  readyForQuery: boolean
  processID: number | null
  _ending: boolean
}

export const insidesOf = (client: pg.ClientBase): Insides => client as unknown as Insides

type Watch = { url: string; silentMs: number }

/**
 * Breaks a connection that waits for a query that the server no longer runs (lost packets, a hung server). The
 * operating system would notice only after a quarter of an hour. Slow queries are left alone.
 */
export function endWhenSilent(client: pg.Client, { url, silentMs }: Watch): void {
  const { stream } = insidesOf(client).connection
  const ownUrl = readAddress(url).urlOf({ host: client.host, port: String(client.port) })
  const check = async () => {
    const { readyForQuery, processID } = insidesOf(client)
    const heard = stream.bytesRead
    const isDead = !readyForQuery && !(await isAtWork(ownUrl, processID))
    if (isDead && !insidesOf(client).readyForQuery && stream.bytesRead === heard)
      stream.destroy(new Error('Connection terminated: the database has fallen silent'))
    else stream.setTimeout(silentMs)
  }
  stream.setTimeout(silentMs)
  stream.on('timeout', () => void check())
}

/**
 * Whether the server still runs a query for `processId`. False if the server does not answer; true if its
 * activity cannot be checked.
 */
async function isAtWork(url: string, processId: number | null): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'aviary-silence',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined) // ignored: the caller gets the rejection
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; state: string | null }>(
      `select pg_backend_pid() as own, (select state from pg_stat_activity where pid = $1) as state`,
      [processId],
    )
    // Behind a pooler the process ids are not the server's, so activity cannot be checked.
    return rows[0]?.own !== insidesOf(client).processID || rows[0].state === 'active'
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS
  } finally {
    insidesOf(client).connection.stream.destroy()
  }
}
