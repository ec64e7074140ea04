import type { UserSortColumn } from '@aviary/contract/administration/rules'
import type { AdminUser } from '@aviary/contract/administration/schemas'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { includesText } from '../../../database/parameters.ts'
import {
  actions,
  heldRoles,
  providerRoles,
  roleActions,
  roles,
  userRoles,
  users,
} from '../../../database/tables/access.ts'

/** Which users are meant: all of these conditions, ignoring case. */
export type UserFilter = {
  /** A part of the e-mail address, or of the name of a role that the user holds. */
  search?: string
  email?: string | undefined
}

export type UserOrder = { column: UserSortColumn; direction: 'ASC' | 'DESC' }
export type UserPage = { order: UserOrder; startAt: number; size: number | undefined }

function isMeant({ search = '', email }: UserFilter): SQL {
  const conditions = [
    ...(email === undefined ? [] : [sql`lower(u.email) = lower(${email})`]),
    ...(search === ''
      ? []
      : [
          sql`(${includesText(sql`u.email`, search)} or u.user_id in (
            select h.user_id from ${heldRoles} h
            where h.role_id in (select r.role_id from ${roles} r where ${includesText(sql`r.display_name`, search)})))`,
        ]),
  ]
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** The names that a user is sorted by, as one text; many users hold the same roles, so it is made once for these. */
const NAMES: Record<Exclude<UserSortColumn, 'email'>, SQL> = {
  roles: sql`select string_agg(r.display_name, ', ' order by r.display_name, r.role_id)
    from ${roles} r where r.role_id = any(held.ids)`,
  actions: sql`select string_agg(distinct a.display_name, ', ' order by a.display_name)
    from ${roleActions} ra join ${actions} a using (action_id) where ra.role_id = any(held.ids)`,
}

/** The ids of one page of users, in order, as a `with` list that ends in the table `page`. */
function pageOf(filter: UserFilter, { order, startAt, size }: UserPage): SQL {
  const { column } = order
  const direction = sql.raw(order.direction)
  const end = sql`offset ${startAt} limit ${size ?? null}`
  if (column === 'email')
    return sql`with page as (
      select u.user_id, row_number() over (order by lower(u.email) ${direction}) as place
      from ${users} u ${isMeant(filter)} order by lower(u.email) ${direction} ${end})`
  return sql`
    with sets as (
      select user_id, array_agg(distinct role_id order by role_id) as ids from ${heldRoles} group by user_id
    ), named as (
      select held.ids, (${NAMES[column]}) as names from (select distinct ids from sets) held
    ), page as (
      select u.user_id, row_number() over (order by lower(named.names) ${direction} nulls last, lower(u.email)) as place
      from ${users} u left join sets using (user_id) left join named on named.ids = sets.ids
      ${isMeant(filter)} order by place ${end})`
}

/** One page of the users that are meant. */
export async function listUsers(db: Db, filter: UserFilter, page: UserPage): Promise<AdminUser[]> {
  const result = await db.execute<AdminUser>(sql`${pageOf(filter, page)}
    select ${described} from page join ${users} u using (user_id) ${withRoles} order by page.place`)
  return result.rows
}

export async function getUser(db: Db, userId: number): Promise<AdminUser | undefined> {
  const result = await db.execute<AdminUser>(sql`
    select ${described} from ${users} u ${withRoles} where u.user_id = ${userId}`)
  return result.rows[0]
}

/** How many users are meant, and how many there are. */
export async function countUsers(db: Db, filter: UserFilter): Promise<{ total: number; all: number }> {
  const result = await db.execute<{ total: number; all: number }>(sql`
    select (select count(*)::int from ${users} u ${isMeant(filter)}) as total,
      (select count(*)::int from ${users}) as "all"`)
  return result.rows[0] ?? { total: 0, all: 0 }
}

const described = sql`u.user_id, u.email, u.restricted_page_access, u.version,
  coalesce(held.ids, '{}') as role_ids, coalesce(held.names, '{}') as roles_display,
  coalesce(held.is_admin, false) as is_admin, coalesce(allowed.names, '{}') as actions_display,
  array(select role_id from ${userRoles} ur where ur.user_id = u.user_id order by role_id) as hand_role_ids,
  array(select role_id from ${providerRoles} pr where pr.user_id = u.user_id order by role_id) as provider_role_ids`

const withRoles = sql`
  left join lateral (
    select array_agg(r.role_id order by r.display_name, r.role_id) as ids,
      array_agg(r.display_name order by r.display_name, r.role_id) as names, bool_or(r.is_admin) as is_admin
    from (select distinct role_id from ${heldRoles} where user_id = u.user_id) h join ${roles} r using (role_id)) held on true
  left join lateral (
    select array_agg(distinct a.display_name order by a.display_name) as names
    from ${heldRoles} h join ${roleActions} ra using (role_id) join ${actions} a using (action_id)
    where h.user_id = u.user_id) allowed on true`
