import path from 'node:path'
import type { Identity } from './identity.ts'

/** Where root keeps what PostgreSQL's own user cannot reach in a private folder. */
export const SYSTEM_HOME = '/var/lib/aviary'

/** The two places a data folder's cluster may be in, the usual one first. */
export function dataDirectories(dataDir: string, identity: Identity): [string, string] {
  return [path.join(dataDir, 'postgres'), path.join(SYSTEM_HOME, identity.id)]
}
