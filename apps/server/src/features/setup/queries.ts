import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { texts } from '../../database/parameters.ts'
import {
  groupMappings,
  heldRoles,
  roles,
  secrets,
  serviceTokens,
  users,
} from '../../database/tables/access.ts'
import { auditLog } from '../../database/tables/audit.ts'
import { incidents, statusReports } from '../../database/tables/incidents.ts'
import { deliveries } from '../../database/tables/mail.ts'
import { setup, testMails, unknownNames } from '../../database/tables/operations.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'
import { KEPT_IN_OUTBOX } from '../../mail/public.ts'
import { DEMO_DATA } from '../session/public.ts'

/**
 * `isOver`: the setup list is not shown any more. `hasReported`: a status report or an incident has come in.
 * Must be cheap, because every open page may ask.
 */
export async function getProgress(db: Db): Promise<{ isOver: boolean; hasReported: boolean }> {
  const result = await db.execute<{ is_over: boolean; has_reported: boolean }>(sql`
    select exists (select from ${setup} where hidden_at is not null)
        or exists (select from ${secrets} where name = ${DEMO_DATA}) as is_over,
      exists (select from ${statusReports})
        or exists (select from ${incidents} where record_hash is not null) as has_reported`)
  const [row] = result.rows
  return { isOver: row?.is_over ?? false, hasReported: row?.has_reported ?? false }
}

/** The first administrators, ordered by address. */
export async function listAdministrators(db: Db, limit: number): Promise<string[]> {
  const result = await db.execute<{ email: string }>(sql`
    select email from ${users} where user_id in (
      select h.user_id from ${heldRoles} h join ${roles} r using (role_id) where r.is_admin offset 0)
    order by lower(email) limit ${limit}`)
  return result.rows.map(({ email }) => email)
}

export type Facts = {
  administrators: number
  services: number
  data_centers: number
  people: number
  mapped_groups: number
  mail_accepted_at: string | null
  has_mailed: boolean
}

const NEWEST_MAILS = 1_000

export async function getFacts(db: Db): Promise<Facts> {
  const result = await db.execute<Facts>(sql`
    select
      (select count(distinct h.user_id)::int from ${heldRoles} h join ${roles} r using (role_id)
        where r.is_admin) as administrators,
      (select count(*)::int from ${services} where retired_at is null) as services,
      (select count(*)::int from ${dataCenters} where retired_at is null) as data_centers,
      (select count(distinct user_id)::int from ${heldRoles}) as people,
      (select count(*)::int from ${groupMappings}) as mapped_groups,
      (select mail_accepted_at from ${setup}) as mail_accepted_at,
      exists (select from (
          select state, response from ${deliveries} order by delivery_id desc limit ${NEWEST_MAILS}) newest
        where state = 'sent' and response is distinct from ${KEPT_IN_OUTBOX}) as has_mailed`)
  const [row] = result.rows
  if (!row) throw new Error('The facts were not read')
  return row
}

/** Whether a live token has one of these scopes. */
export async function hasToken(db: Db, scopes: readonly string[], now: Date): Promise<boolean> {
  const result = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${serviceTokens} where scopes && ${texts(scopes)} and revoked_at is null
      and (expires_at is null or expires_at > ${now.toISOString()})) as found`)
  return result.rows[0]?.found ?? false
}

const NEWEST_CALLS = 50

/**
 * When each action last ingested records, changed or not, by action; reads only each action's newest calls.
 */
export async function listLastTaken(db: Db, actions: readonly string[]): Promise<Map<string, Date>> {
  const result = await db.execute<{ action: string; at: string }>(sql`
    select action, at from unnest(${texts(actions)}) action cross join lateral (
      select max(created_date) as at from (
        select created_date, context from ${auditLog} where action_name = action
        order by created_date desc, pkey desc limit ${NEWEST_CALLS}) newest
      where context @? '$.outcome ? (@ == "taken" || @ == "unchanged")' or context @? '$.alerts[0]'
        or context @? '$ ? (@.created > 0 || @.updated > 0 || @.unchanged > 0)') last
    where at is not null`)
  return new Map(result.rows.map(({ action, at }) => [action, new Date(at)]))
}

export type RefusedNames = { source: string; kind: string; records: number }

/** Number of records refused because of unknown names, by source and kind; ignored names are left out. */
export async function listRefused(db: Db): Promise<RefusedNames[]> {
  const result = await db.execute<RefusedNames>(sql`
    select source, kind, sum(records)::int as records from ${unknownNames}
    where not is_ignored group by source, kind order by source, kind`)
  return result.rows
}

type Change = Partial<Omit<typeof setup.$inferSelect, 'id'>>

export const updateSetup = (db: Db, change: Change) =>
  db
    .insert(setup)
    .values({ id: 1, ...change })
    .onConflictDoUpdate({ target: setup.id, set: change })

export const getHidden = async (db: Db): Promise<Date | null> =>
  (await db.select({ hiddenAt: setup.hiddenAt }).from(setup))[0]?.hiddenAt ?? null

type Try = { userId: number; now: Date; notSince: Date }

/**
 * Records that a person tries a test mail; false if they tried one after `notSince`. A stored time in the
 * future comes from a clock that was ahead, and does not count.
 */
export async function recordTry(db: Db, { userId, now, notSince }: Try): Promise<boolean> {
  const written = await db
    .insert(testMails)
    .values({ userId, triedAt: now })
    .onConflictDoUpdate({
      target: testMails.userId,
      set: { triedAt: now },
      setWhere: sql`${testMails.triedAt} <= ${notSince.toISOString()} or ${testMails.triedAt} > ${now.toISOString()}`,
    })
    .returning({ userId: testMails.userId })
  return written.length > 0
}
