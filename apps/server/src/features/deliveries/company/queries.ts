import { and, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open.ts'
import { isAnyOf } from '../../../database/parameters.ts'
import { companies } from '../../../database/tables/incidents.ts'
import { type BroadcastKind, broadcasts, deliveries } from '../../../database/tables/mail.ts'
import type { Page } from '../../../http/paging.ts'
import { addressesOfCompany, companyOfAddress, mayBelongTo } from '../../../mail/public.ts'

export async function listCompanyNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ companyId: companies.companyId, name: companies.name })
    .from(companies)
    .where(isAnyOf(companies.companyId, ids))
  return new Map(rows.map(({ companyId, name }) => [companyId, name]))
}

type CompanyFilter = {
  companyId: number
  internalDomains: readonly string[]
  broadcastId?: number | undefined
  reference?: string | undefined
}

/**
 * Condition for the mails of a company: mails stored with its id, and mails stored without a company to an
 * address that belongs to it now. Without a broadcast or reference, the query starts from the company's
 * addresses, because an index finds their mails.
 */
export function isMailedToCompany({ companyId, internalDomains, ...filter }: CompanyFilter): SQL {
  if (filter.broadcastId !== undefined || filter.reference !== undefined)
    return isOfCompany({ companyId, internalDomains })
  return sql`${deliveries.deliveryId} in (
    select d.delivery_id from ${deliveries} d where d.company_id = ${companyId}
    union all
    select d.delivery_id
    from (${addressesOfCompany({ companyId, internalDomains, seesSecurityUsers: true })}) known
      join ${deliveries} d on lower(d.email) = known.address and d.company_id is null)`
}

const isOfCompany = ({ companyId, internalDomains }: CompanyFilter): SQL => {
  const email = sql`${deliveries}.email`
  return sql`(${deliveries}.company_id = ${companyId} or (${deliveries}.company_id is null
    and ${mayBelongTo(email, companyId)} and ${companyOfAddress(email, internalDomains)} = ${companyId}))`
}

type Question = {
  companyId: number
  reference: string
  hiddenKinds: readonly BroadcastKind[]
  internalDomains: readonly string[]
  /** Whether the addresses of security users without a mail may be shown. */
  seesSecurityUsers: boolean
}

/**
 * Each address of the company, mailed or known. `is_sent`: a mail about the reference was sent to the
 * address.
 */
const people = (question: Question): SQL => sql`
  with mailed as (
    select lower(${deliveries}.email) as address, min(${deliveries}.email) as email,
      bool_or(${deliveries}.state = 'sent') as is_sent,
      (array_agg(${deliveries}.state order by ${deliveries}.delivery_id desc))[1] as state
    from ${deliveries} join ${broadcasts} using (broadcast_id)
    where lower(${broadcasts}.reference) = ${question.reference.toLowerCase()}
      and ${isShown(question)} and ${isOfCompany(question)}
    group by 1
  ), known as (${addressesOfCompany(question)}), people as (
    select address, coalesce(mailed.email, known.email) as email, coalesce(mailed.is_sent, false) as is_sent,
      mailed.state
    from mailed full join known using (address)
  )`

const isShown = ({ hiddenKinds }: Question): SQL =>
  and(sql`true`, hiddenKinds.length === 0 ? undefined : notInArray(broadcasts.kind, [...hiddenKinds])) ??
  sql`true`

export async function countPeople(db: Db, question: Question): Promise<{ sent: number; not_sent: number }> {
  const result = await db.execute<{ sent: number; not_sent: number }>(sql`${people(question)}
    select count(*) filter (where is_sent)::int as sent, count(*) filter (where not is_sent)::int as not_sent
    from people`)
  return result.rows[0] ?? { sent: 0, not_sent: 0 }
}

type NotSent = { email: string; state: (typeof deliveries.$inferSelect)['state'] | null }

/**
 * Addresses of the company to which no mail about the reference was sent. `state`: that of the newest unsent
 * mail; null if there is none.
 */
export async function listNotSent(db: Db, question: Question, page: Page): Promise<NotSent[]> {
  const result = await db.execute<NotSent>(sql`${people(question)}
    select email, state from people where not is_sent order by address offset ${page.startAt} limit ${page.size}`)
  return result.rows
}
