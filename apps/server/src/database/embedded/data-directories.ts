import path from 'node:path'
import type { Identity } from './identity.ts'

/** Folder used when Aviary runs as root and the PostgreSQL user cannot enter the usual folders. */
export const SYSTEM_HOME = '/var/lib/aviary'

/** The two possible locations of a data folder's cluster, the usual one first. */
export function dataDirectories(dataDir: string, identity: Identity): [string, string] {
  return [path.join(dataDir, 'postgres'), path.join(SYSTEM_HOME, identity.id)]
}
