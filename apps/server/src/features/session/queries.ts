import type { Rights } from '@aviary/contract/rights'
import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { texts } from '../../database/parameters.ts'
import {
  actions,
  heldRoles,
  roleActions,
  roles,
  secrets,
  serviceTokens,
  sessions,
  signIns,
  userPreferences,
  userRoles,
  users,
} from '../../database/tables/access.ts'

export const getUserByEmail = async (db: Db, email: string) =>
  (
    await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  )[0]

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.select({ userId: users.userId }).from(users).limit(1)).length > 0

export const createUser = async (db: Db, email: string, now: Date) =>
  (await db.insert(users).values({ email, createdAt: now }).onConflictDoNothing().returning())[0]

export const createUserRole = (db: Db, userId: number, roleSystemName: string) =>
  db.execute(sql`insert into ${userRoles} (user_id, role_id)
    select ${userId}, role_id from ${roles} where system_name = ${roleSystemName} on conflict do nothing`)

/** Also notes the sign-in with the person. */
export async function createSession(db: Db, row: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(row)
  await db.update(users).set({ signedInAt: row.createdAt }).where(eq(users.userId, row.userId))
}

const rightsOfRoles = {
  isAdmin: sql<boolean>`coalesce(bool_or(${roles.isAdmin}), false)`,
  allowedActions: sql<
    string[]
  >`coalesce(array_agg(distinct ${actions.systemName}) filter (where ${actions.systemName} is not null), '{}')`,
}

const personRights = {
  roleIds: sql<
    number[]
  >`coalesce(array_agg(distinct ${roles.roleId}) filter (where ${roles.roleId} is not null), '{}')`,
  ...rightsOfRoles,
}

/** Gets a live session with its person's rights; undefined if it expired, was idle too long or was ended. */
export async function getSession(db: Db, idHash: string, { now, idleSince }: { now: Date; idleSince: Date }) {
  const [row] = await db
    .select({
      idHash: sessions.idHash,
      antiForgeryToken: sessions.antiForgeryToken,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      userId: users.userId,
      email: users.email,
      restrictedPageAccess: users.restrictedPageAccess,
      ...personRights,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .leftJoin(heldRoles, eq(heldRoles.userId, users.userId))
    .leftJoin(roles, eq(roles.roleId, heldRoles.roleId))
    .leftJoin(roleActions, eq(roleActions.roleId, roles.roleId))
    .leftJoin(actions, eq(actions.actionId, roleActions.actionId))
    .where(and(eq(sessions.idHash, idHash), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince)))
    .groupBy(sessions.idHash, users.userId)
  return row
}

/** A person with their rights as they are now; undefined if the account was deleted. */
export async function getPerson(db: Db, userId: number) {
  const [row] = await db
    .select({
      userId: users.userId,
      email: users.email,
      restrictedPageAccess: users.restrictedPageAccess,
      signedInAt: users.signedInAt,
      ...personRights,
    })
    .from(users)
    .leftJoin(heldRoles, eq(heldRoles.userId, users.userId))
    .leftJoin(roles, eq(roles.roleId, heldRoles.roleId))
    .leftJoin(roleActions, eq(roleActions.roleId, roles.roleId))
    .leftJoin(actions, eq(actions.actionId, roleActions.actionId))
    .where(eq(users.userId, userId))
    .groupBy(users.userId)
  return row
}

/** The rights of the account with this address, and the address as it is stored; undefined if there is none. */
export async function getRights(db: Db, email: string): Promise<(Rights & { email: string }) | undefined> {
  const [row] = await db
    .select({ email: users.email, pages: users.restrictedPageAccess, ...rightsOfRoles })
    .from(users)
    .leftJoin(heldRoles, eq(heldRoles.userId, users.userId))
    .leftJoin(roles, eq(roles.roleId, heldRoles.roleId))
    .leftJoin(roleActions, eq(roleActions.roleId, roles.roleId))
    .leftJoin(actions, eq(actions.actionId, roleActions.actionId))
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .groupBy(users.userId)
  return (
    row && {
      email: row.email,
      authorization: { is_admin: row.isAdmin, allowed_actions: row.allowedActions },
      pages: row.pages,
    }
  )
}

export const updateSessionSeen = (db: Db, idHash: string, now: Date) =>
  db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.idHash, idHash))

export const deleteSession = async (db: Db, idHash: string) =>
  (await db.delete(sessions).where(eq(sessions.idHash, idHash)).returning({ idToken: sessions.idToken }))[0]

/** Caps session times that lie too far in the future, written while the clock was ahead. */
export const shortenSessions = (db: Db, now: Date, latestEnd: Date) =>
  db
    .update(sessions)
    .set({
      lastSeenAt: sql`least(${sessions.lastSeenAt}, ${now.toISOString()})`,
      expiresAt: sql`least(${sessions.expiresAt}, ${latestEnd.toISOString()})`,
    })
    .where(or(gt(sessions.lastSeenAt, now), gt(sessions.expiresAt, latestEnd)))

/** Deletes expired and idle sessions; returns their hashes. */
export const deleteEndedSessions = async (db: Db, now: Date, idleSince: Date): Promise<string[]> =>
  (
    await db
      .delete(sessions)
      .where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince)))
      .returning({ idHash: sessions.idHash })
  ).map((row) => row.idHash)

export const createSignIn = (db: Db, row: typeof signIns.$inferInsert) => db.insert(signIns).values(row)

/** Gets a started sign-in and deletes it, so that it can be finished only once. */
export const consumeSignIn = async (db: Db, state: string, now: Date) =>
  (
    await db
      .delete(signIns)
      .where(and(eq(signIns.state, state), gt(signIns.expiresAt, now)))
      .returning()
  )[0]

export const deleteExpiredSignIns = (db: Db, now: Date) =>
  db.delete(signIns).where(lt(signIns.expiresAt, now))

/** Hashes of one secret: as it is stored for tokens of systems, and for those of people. */
export type SecretHashes = { tokenHash: string; personalHash: string }

/** The live token of that secret. */
export const getServiceToken = async (db: Db, { tokenHash, personalHash }: SecretHashes, now: Date) =>
  (
    await db
      .select()
      .from(serviceTokens)
      .where(
        and(
          or(
            and(isNull(serviceTokens.userId), hasHash(tokenHash, now)),
            and(
              isNotNull(serviceTokens.userId),
              isNotNull(serviceTokens.expiresAt),
              hasHash(personalHash, now),
            ),
          ),
          isNull(serviceTokens.revokedAt),
          or(isNull(serviceTokens.expiresAt), gt(serviceTokens.expiresAt, now)),
        ),
      )
  )[0]

const hasHash = (hash: string, now: Date) =>
  or(
    eq(serviceTokens.tokenHash, hash),
    and(eq(serviceTokens.oldTokenHash, hash), gt(serviceTokens.oldUntil, now)),
  )

export const updateServiceTokenUsed = (db: Db, tokenId: number, now: Date) =>
  db.update(serviceTokens).set({ lastUsedAt: now }).where(eq(serviceTokens.tokenId, tokenId))

export const createServiceToken = (db: Db, row: typeof serviceTokens.$inferInsert) =>
  db.insert(serviceTokens).values(row)

export async function getPreferences(db: Db, userId: number): Promise<Record<string, unknown>> {
  const rows = await db
    .select({ preferences: userPreferences.preferences })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId))
    .orderBy(userPreferences.updatedAt)
  return Object.assign({}, ...rows.map((row) => row.preferences))
}

/** The size of everything a person has stored, for all applications, in bytes of JSON. */
export async function getPreferencesSize(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(octet_length(${userPreferences.preferences}::text)), 0)` })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId))
  return Number(row?.bytes)
}

/** Locks the person's preferences until the transaction ends: concurrent saves run one after the other. */
export const lockPreferences = (db: Db, userId: number) =>
  db.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('no key update')

/** Merges the given keys into what the person has stored for the application. */
export const mergePreferences = (
  db: Db,
  row: { userId: number; application: string; preferences: Record<string, unknown>; updatedAt: Date },
) =>
  db
    .insert(userPreferences)
    .values(row)
    .onConflictDoUpdate({
      target: [userPreferences.userId, userPreferences.application],
      set: {
        preferences: sql`${userPreferences.preferences} || excluded.preferences`,
        updatedAt: row.updatedAt,
      },
    })

/** Name of the row in `secrets` whose presence means that demo data are seeded or not needed. */
export const DEMO_DATA = 'demo-data'

/** A secret that all processes on this database share; the first caller creates it. */
export async function getOrCreateSecret<T>(db: Db, name: string, create: () => T): Promise<T> {
  const existing = await getSecret(db, name)
  if (existing) return existing.value as T
  await db.insert(secrets).values({ name, value: create() }).onConflictDoNothing()
  return (await getSecret(db, name))?.value as T
}

export const getSecret = async (db: Db, name: string) =>
  (await db.select().from(secrets).where(eq(secrets.name, name)))[0]

const INTERNAL_RIGHTS = ['view_is_internal_message', 'create_is_internal_message', 'edit_is_internal_message']

/** Whether the account of the row in `users` may see internal things: the contract's `internalTypesInLists`. */
export const seesInternal = sql`(
  select coalesce(bool_or(${roles.isAdmin} or ${actions.systemName} = any(${texts(INTERNAL_RIGHTS)})), false)
  from ${heldRoles} join ${roles} using (role_id)
    left join ${roleActions} using (role_id) left join ${actions} using (action_id)
  where ${heldRoles.userId} = ${users.userId})`
