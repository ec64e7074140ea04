import { TOPICS } from '@aviary/contract/push/rules'
import { announce } from '../../database/changes.ts'
import { DEADLOCK_DETECTED, hasCode } from '../../database/error-code.ts'
import type { Db } from '../../database/open.ts'
import { stopDeliveries } from '../../mail/public.ts'
import { countAdministrators, deleteSessionsOf, lockAdministration } from '../administration/public.ts'
import {
  type AuditErasure,
  createErasedPerson,
  eraseFromAudit,
  pseudonymOf,
  recordErasure,
} from '../audit/public.ts'
import { searchOf } from './address-search.ts'
import { type Found, findPerson, findWithin, isAnywhere, listPlaces, type Person } from './find-person.ts'
import type { AddressSearch } from './queries.ts'
import * as queries from './queries.ts'

const ATTEMPTS = 3

export type Erasure = Person & { author: string; now: Date }

export type Erased = {
  pseudonym: string
  found: Found
  /** What was written while the erasure ran; it holds the address again. */
  after: Found
}

/**
 * Erases a person in one transaction: a pseudonym takes the place of the address, and rows about the person are deleted.
 * Servers may run meanwhile. Undefined if there is nothing to erase.
 */
export async function erasePerson(db: Db, erasure: Erasure): Promise<Erased | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToErase(db, erasure)
    } catch (error) {
      // The mails and messages of a server that is in use may lock the same rows in another order.
      if (attempt === ATTEMPTS || !hasCode(error, DEADLOCK_DETECTED)) throw error
    }
  }
}

async function tryToErase(db: Db, erasure: Erasure): Promise<Erased | undefined> {
  let inAudit: AuditErasure | undefined
  const done = await db
    .transaction(async (transaction) => {
      const found = await findWithin(transaction, erasure)
      if (!isAnywhere(found)) return undefined
      const number = await createErasedPerson(transaction, erasure.now)
      const sessions = await eraseFromTables(transaction, erasure, number)
      inAudit = await eraseFromAudit(transaction, { ...erasure, number })
      const tables = found.tables.map(({ table, counts }) => [table, counts] as const)
      const context = { tables: Object.fromEntries(tables), stopped_mails: found.unsentMails }
      await recordErasure(transaction, { ...erasure, erasure: inAudit, number, context })
      await announce(transaction, { topics: [...TOPICS], sessions })
      const { rows, keptRows, archives, unreadable } = inAudit
      const audit = { rows, keptRows, archives, unreadable }
      return { pseudonym: pseudonymOf(number), found: { ...found, audit } }
    })
    .catch(async (error: unknown) => {
      // A database that cannot be asked keeps both files: one of them is listed.
      await inAudit?.finish(db).catch(() => undefined)
      throw error
    })
  await inAudit?.finish(db)
  return done && { ...done, after: await findPerson(db, erasure) }
}

/** Returns the hashes of the sessions that have ended. */
async function eraseFromTables(db: Db, { email, now }: Erasure, number: number): Promise<string[]> {
  const search = searchOf(email)
  const places = await listPlaces(db)
  const sessions = await endSessions(db, search)
  await stopDeliveries(db, await queries.listUnsent(db, search), now)
  for (const place of places) await queries.deleteRows(db, place, search)
  if (sessions.isUser && (await countAdministrators(db)) === 0)
    throw new Error(
      `${email} is the last administrator: grant the role to somebody else first. Nothing was changed.`,
    )
  await queries.mergeReviews(db, search)
  await queries.separateNames(db, search)
  for (const place of places)
    await queries.replaceAddress(db, place, { ...search, pseudonym: pseudonymOf(number) })
  return sessions.ended
}

async function endSessions(db: Db, search: AddressSearch): Promise<{ isUser: boolean; ended: string[] }> {
  await lockAdministration(db)
  const userId = await queries.getUserId(db, search)
  return {
    isUser: userId !== undefined,
    ended: userId === undefined ? [] : await deleteSessionsOf(db, userId),
  }
}
