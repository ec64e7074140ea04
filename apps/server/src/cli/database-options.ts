import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfigWith } from '../config.ts'

export type DatabaseOptions = { dataDir?: string; databaseUrl?: string }

export const configOf = ({ dataDir, databaseUrl }: DatabaseOptions): Config =>
  readConfigWith({
    ...(dataDir ? { DATA_DIR: dataDir } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })

/**
 * Throws if the database does not exist: otherwise an empty embedded one would be created in the data folder.
 */
export function refuseWithoutDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || existsSync(path.join(dataDir, 'embedded.json'))) return
  throw new Error(`There is no database in ${dataDir}: say --data-dir or --database-url.`)
}
