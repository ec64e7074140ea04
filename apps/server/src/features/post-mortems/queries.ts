import { MOST_VERSIONS } from '@aviary/contract/post-mortems/rules'
import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/open.ts'
import { texts } from '../../database/parameters.ts'
import { users } from '../../database/tables/access.ts'
import { subscribers } from '../../database/tables/mail.ts'
import { postMortemReviews, postMortems, postMortemVersions } from '../../database/tables/post-mortems.ts'
import { locales } from '../../database/tables/reference.ts'

export type PostMortemRow = typeof postMortems.$inferSelect
export type VersionRow = typeof postMortemVersions.$inferSelect
export type ReviewRow = typeof postMortemReviews.$inferSelect

export const getPostMortem = async (db: Db, incidentId: number): Promise<PostMortemRow | undefined> =>
  (await db.select().from(postMortems).where(eq(postMortems.incidentId, incidentId)))[0]

/** Locked until the transaction ends. */
export const lockPostMortem = async (db: Db, incidentId: number): Promise<PostMortemRow | undefined> =>
  (await db.select().from(postMortems).where(eq(postMortems.incidentId, incidentId)).for('update'))[0]

export const getVersion = async (
  db: Db,
  { postMortemId, version }: Pick<PostMortemRow, 'postMortemId' | 'version'>,
): Promise<VersionRow | undefined> =>
  (
    await db
      .select()
      .from(postMortemVersions)
      .where(and(eq(postMortemVersions.postMortemId, postMortemId), eq(postMortemVersions.version, version)))
  )[0]

/** Newest first, without their texts. */
export const listVersions = (db: Db, postMortemId: number) =>
  db
    .select({
      version: postMortemVersions.version,
      savedBy: postMortemVersions.savedBy,
      savedAt: postMortemVersions.savedAt,
      note: postMortemVersions.note,
    })
    .from(postMortemVersions)
    .where(eq(postMortemVersions.postMortemId, postMortemId))
    .orderBy(desc(postMortemVersions.version))
    .limit(MOST_VERSIONS)

export const listReviews = (db: Db, postMortemId: number): Promise<ReviewRow[]> =>
  db
    .select()
    .from(postMortemReviews)
    .where(eq(postMortemReviews.postMortemId, postMortemId))
    .orderBy(asc(postMortemReviews.askedAt), asc(postMortemReviews.reviewer))

export const createPostMortem = async (
  db: Db,
  row: Omit<typeof postMortems.$inferInsert, 'version'>,
): Promise<PostMortemRow> => {
  const [created] = await db
    .insert(postMortems)
    .values({ ...row, version: 1 })
    .returning()
  if (!created) throw new Error('A post-mortem was not stored')
  return created
}

type Newest = Pick<PostMortemRow, 'postMortemId' | 'version' | 'knownEntries'>

/** Stores a version as the newest one, and forgets the oldest beyond MOST_VERSIONS. */
export async function createVersion(db: Db, row: VersionRow): Promise<void> {
  await db.insert(postMortemVersions).values(row)
  const outdated = sql`(select version from ${postMortemVersions}
    where post_mortem_id = ${row.postMortemId} order by version desc offset ${MOST_VERSIONS} limit 1)`
  await db
    .delete(postMortemVersions)
    .where(
      and(eq(postMortemVersions.postMortemId, row.postMortemId), lte(postMortemVersions.version, outdated)),
    )
}

export const updatePostMortem = async (db: Db, { postMortemId, ...changed }: Newest) =>
  db.update(postMortems).set(changed).where(eq(postMortems.postMortemId, postMortemId))

/** Asks somebody, or once more; the answer for an earlier version stays. */
export const createReview = (
  db: Db,
  row: Pick<ReviewRow, 'postMortemId' | 'reviewer' | 'askedBy' | 'askedAt'>,
) =>
  db
    .insert(postMortemReviews)
    .values({ ...row, note: '' })
    .onConflictDoUpdate({
      target: [postMortemReviews.postMortemId, postMortemReviews.reviewer],
      set: { askedBy: row.askedBy, askedAt: row.askedAt },
    })

const isReview = ({ postMortemId, reviewer }: Pick<ReviewRow, 'postMortemId' | 'reviewer'>) =>
  and(eq(postMortemReviews.postMortemId, postMortemId), eq(postMortemReviews.reviewer, reviewer))

export const updateReview = (
  db: Db,
  { postMortemId, reviewer, ...answer }: Omit<ReviewRow, 'askedBy' | 'askedAt'>,
) => db.update(postMortemReviews).set(answer).where(isReview({ postMortemId, reviewer }))

export const deleteReview = (db: Db, review: Pick<ReviewRow, 'postMortemId' | 'reviewer'>) =>
  db.delete(postMortemReviews).where(isReview(review))

/** How to mail these accounts: those with an address of our own domains whose mails do not come back. */
export async function listMailable(
  db: Db,
  { emails, internalDomains }: { emails: readonly string[]; internalDomains: readonly string[] },
) {
  const { rows } = await db.execute<{ email: string; locale: string; timeZone: string | null }>(sql`
    select ${users.email} as email,
      case when ${subscribers.locale} in (select system_key from ${locales} where is_active)
        then ${subscribers.locale} else 'en' end as locale,
      ${subscribers.timeZone} as "timeZone"
    from ${users} left join ${subscribers} on lower(${subscribers.email}) = lower(${users.email})
    where ${users.email} = any(${texts(emails)}) and ${subscribers.pausedAt} is null
      and lower(split_part(${users.email}, '@', 2)) = any(${texts(internalDomains)})
    order by ${users.email}`)
  return rows
}

/**
 * Moves the post-mortem of an incident to the one that it is merged into. If that has one too, its versions become the
 * newer ones, so that no text is lost.
 */
export async function movePostMortem(db: Db, { from, into }: { from: number; into: number }): Promise<void> {
  // A reviewer locks the post-mortem only, and not its incident.
  const moved = await lockPostMortem(db, from)
  if (!moved) return
  const kept = await lockPostMortem(db, into)
  if (!kept) {
    await db.update(postMortems).set({ incidentId: into }).where(eq(postMortems.incidentId, from))
    return
  }
  const { postMortemId } = kept
  // In two steps, since a number that another row still has would be refused.
  for (const version of [
    sql`-(${postMortemVersions.version} + ${moved.version})`,
    sql`-${postMortemVersions.version}`,
  ])
    await db
      .update(postMortemVersions)
      .set({ version })
      .where(eq(postMortemVersions.postMortemId, postMortemId))
  await db
    .update(postMortemReviews)
    .set({ version: sql`${postMortemReviews.version} + ${moved.version}` })
    .where(eq(postMortemReviews.postMortemId, postMortemId))
  await db
    .update(postMortemVersions)
    .set({ postMortemId })
    .where(eq(postMortemVersions.postMortemId, moved.postMortemId))
  await db.execute(sql`update ${postMortemReviews} set post_mortem_id = ${postMortemId}
    where post_mortem_id = ${moved.postMortemId} and lower(reviewer) not in
      (select lower(reviewer) from ${postMortemReviews} where post_mortem_id = ${postMortemId})`)
  await updatePostMortem(db, {
    ...{ postMortemId, version: kept.version + moved.version },
    knownEntries: [...new Set([...moved.knownEntries, ...kept.knownEntries])],
  })
  await db.delete(postMortems).where(eq(postMortems.postMortemId, moved.postMortemId))
}

/** Post-mortems stay with a person whose address changes. */
export async function renamePeople(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const isFrom = (column: AnyPgColumn) => eq(sql`lower(${column})`, from.toLowerCase())
  await db.update(postMortems).set({ createdBy: to }).where(isFrom(postMortems.createdBy))
  await db.update(postMortemVersions).set({ savedBy: to }).where(isFrom(postMortemVersions.savedBy))
  // Somebody who had the new address was asked, too, and has no account any more.
  await db.execute(sql`delete from ${postMortemReviews} old where lower(old.reviewer) = ${to.toLowerCase()}
    and lower(old.reviewer) <> ${from.toLowerCase()} and exists (select from ${postMortemReviews} same
      where same.post_mortem_id = old.post_mortem_id and lower(same.reviewer) = ${from.toLowerCase()})`)
  for (const column of ['reviewer', 'askedBy'] as const)
    await db
      .update(postMortemReviews)
      .set({ [column]: to })
      .where(isFrom(postMortemReviews[column]))
}
