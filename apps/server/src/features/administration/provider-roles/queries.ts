import { inArray } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { listedAdministrators } from '../../../database/tables/access.ts'

/**
 * Records that an email address in the setting ADMINISTRATORS was given the administrator role; false if this
 * was recorded before.
 */
export const createListedAdministrator = async (db: Db, email: string, grantedAt: Date): Promise<boolean> =>
  (
    await db
      .insert(listedAdministrators)
      .values({ email: email.toLowerCase(), grantedAt })
      .onConflictDoNothing()
      .returning()
  ).length > 0

/** Number of these email addresses (lower case) that have already been given the administrator role. */
export const countListedAdministrators = (db: Db, emails: readonly string[]): Promise<number> =>
  db.$count(listedAdministrators, inArray(listedAdministrators.email, [...emails]))
