import { SECURITY_SEND_MAX_EMAILS } from '@aviary/contract/constants'
import type { AnswerOf } from '@aviary/contract/endpoint'
import type * as endpoints from '@aviary/contract/security/send-endpoints'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../../database/open.ts'
import { integers } from '../../../../database/parameters.ts'
import { securityEmails, securityUsers } from '../../../../database/tables/security.ts'

/** Maximum number of emails without recipients that are listed by id; further ones are only counted. */
const MAX_UNREACHABLE = 1_000

export type SendableFilters = { secCommId: number; importId: number | undefined; ids: readonly number[] }

/**
 * The unsent emails that match the filters, up to the maximum of one send call. Emails without recipients
 * have a limit of their own, so that they never displace sendable ones.
 */
export async function listSendable(
  db: Db,
  filters: SendableFilters,
): Promise<AnswerOf<typeof endpoints.listSendableEmails>> {
  const result = await db.execute<endpoints.SendableEmail & { reachable: number; unreachable: number }>(sql`
    with own as (
      select *, count(*) over (partition by company_id)::int - 1 as others_of_company
      from (select id, company_id, subject, version, sent_date, import_id from ${securityEmails}
        where sec_comm_id = ${filters.secCommId}) emails
    ), people as (
      select company_id, count(*)::int as recipients from ${securityUsers}
      where is_active and company_id in (select company_id from own) group by company_id
    ), unsent as (
      select own.*, coalesce(people.recipients, 0) as recipients,
        row_number() over (partition by people.company_id is null order by id) as place,
        count(people.company_id) over ()::int as reachable,
        (count(*) over () - count(people.company_id) over ())::int as unreachable
      from own left join people using (company_id)
      where sent_date is null and ${matches(filters)}
    )
    select id, company_id, subject, version, recipients, others_of_company, reachable, unreachable
    from unsent
    where place <= case when recipients > 0 then ${SECURITY_SEND_MAX_EMAILS}::int else ${MAX_UNREACHABLE}::int end
    order by id`)
  const [{ reachable, unreachable } = { reachable: 0, unreachable: 0 }] = result.rows
  return {
    emails: result.rows.map(({ reachable: _, unreachable: __, ...email }) => email),
    reachable,
    unreachable,
  }
}

const matches = ({ importId, ids }: SendableFilters): SQL =>
  sql.join(
    [
      importId === undefined ? sql`true` : sql`own.import_id = ${importId}`,
      ids.length === 0 ? sql`true` : sql`own.id = any(${integers(ids)})`,
    ],
    sql` and `,
  )
