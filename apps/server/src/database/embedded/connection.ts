import pg from 'pg'

export const SUPERUSER = 'aviary'
export const DATABASE = 'aviary'

const HOST = '127.0.0.1'
const PATIENCE_MS = 5000

export function urlOf({
  password,
  port,
  database,
}: {
  password: string
  port: number
  database: string
}): string {
  return `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${database}`
}

/** The data folder that the server on this port reports. Rejects with a database error if the login fails. */
export async function servedFolder(password: string, port: number): Promise<string> {
  return withClient(password, port, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory ?? ''
  })
}

export async function ensureDatabase(password: string, port: number): Promise<void> {
  await withClient(password, port, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount) return
    await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
      // The database exists, because another process that started at the same moment created it.
      if (error.code !== '42P04' && error.code !== '23505') throw error
    })
  })
}

async function withClient<T>(
  password: string,
  port: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const connectionString = urlOf({ password, port, database: 'postgres' })
  const client = new pg.Client({ connectionString, ssl: false, connectionTimeoutMillis: PATIENCE_MS })
  let broken: Error | undefined
  client.on('error', (error) => {
    broken = error
  })
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw broken ?? error
  } finally {
    await client.end()
  }
}
