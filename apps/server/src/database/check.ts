import { Misconfigured } from '../process/cannot-start.ts'
import { DatabaseClient } from './client.ts'
import { READ_ONLY } from './error-code.ts'
import { refuseTransactionPooler } from './pooler.ts'

const OLDEST = 15
const ANSWERS_WITHIN_MS = 5_000

type Server = { version: number; encoding: string; is_read_only: boolean }

/** Rejects with the reason if Aviary cannot work on this database. */
export async function checkDatabase(url: string): Promise<void> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'aviary-check',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', () => undefined) // ignored: the running query rejects as well
  try {
    await client.connect()
    const { rows } = await client.query<Server>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
        current_setting('transaction_read_only') = 'on' as is_read_only`,
    )
    if (rows[0]) refuseUnfit(rows[0])
    await refuseTransactionPooler(client, url)
  } finally {
    await client.end()
  }
}

function refuseUnfit({ version, encoding, is_read_only }: Server): void {
  if (version < OLDEST)
    throw new Misconfigured(
      `The database is PostgreSQL ${version}: Aviary needs ${OLDEST} or newer (pg_upgrade, or dump and restore)`,
    )
  if (encoding !== 'UTF8')
    throw new Misconfigured(
      `The database is in ${encoding}, not in UTF-8: make another one (createdb -E UTF8 -T template0) and name it in DATABASE_URL`,
    )
  if (is_read_only) throw Object.assign(new Error('The database accepts no writes'), { code: READ_ONLY })
}
