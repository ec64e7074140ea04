import { emailAddress } from '@aviary/contract/wire'
import { systemClock } from '../clock.ts'
import type { Db } from '../database/open.ts'
import { grantRole, revokeRole } from '../features/administration/public.ts'
import { configOf, type DatabaseOptions, refuseWithoutDatabase } from './database-options.ts'
import { userOfSystem } from './user-of-system.ts'
import { withDatabase } from './with-database.ts'

export type RevokeOptions = DatabaseOptions & { force?: boolean }

/** `aviary grant <email> <role>`. Errors say what to fix. */
export async function runGrant(email: string, role: string, options: DatabaseOptions): Promise<void> {
  const grant = grantOf(email, role)
  await onDatabase(options, (db) => grantRole(db, grant))
}

/** `aviary revoke <email> <role>`. */
export async function runRevoke(email: string, role: string, options: RevokeOptions): Promise<void> {
  const grant = { ...grantOf(email, role), isForced: options.force ?? false }
  await onDatabase(options, (db) => revokeRole(db, grant))
}

async function onDatabase(options: DatabaseOptions, work: (db: Db) => Promise<string>): Promise<void> {
  const config = configOf(options)
  refuseWithoutDatabase(config)
  await withDatabase(config, async (db) => void process.stdout.write(`${await work(db)}\n`))
}

function grantOf(text: string, role: string) {
  const email = text.trim()
  if (!emailAddress.safeParse(email).success)
    throw new Error(`'${text}' is not an e-mail address: write it as name@example.com.`)
  return { email, role, author: `cli:${userOfSystem()}`, now: systemClock() }
}
