import { type SQL, sql } from 'drizzle-orm'
import { texts } from '../../database/parameters.ts'
import { subscribers } from '../../database/tables/mail.ts'
import { companyDomains } from '../../database/tables/reference.ts'
import { securityUsers } from '../../database/tables/security.ts'

// Company of an address, in this order: the only company with this address as a security user, the company of the
// subscriber, the company of the mail domain.

/** The part of an address after its last @, in lower case. */
export const hostOf = (email: SQL): SQL => sql`lower(substring(${email} from '[^@]*$'))`

/** The company with the longest listed domain that the host is in; null for internal hosts. */
export const companyOfHost = (host: SQL, internalDomains: readonly string[]): SQL => sql`case
  when ${host} = any(${texts(internalDomains)}) then null else (
    select c.company_id from ${companyDomains} c,
      lateral (select array(
        select array_to_string((string_to_array(${host}, '.'))[i:], '.')
        from generate_series(1, cardinality(string_to_array(${host}, '.'))) i) as endings) e
    where c.domain = any(e.endings) or c.unicode_domain = any(e.endings)
    order by length(c.domain) desc limit 1) end`

/**
 * The company of each address that is a security user of one company only; an address of several companies is left
 * out.
 */
export const companiesOfSecurityUsers: SQL = sql`
  select lower(u.email) as address, min(u.company_id) as company_id from ${securityUsers} u
  group by lower(u.email) having count(*) = 1`

/** The company of one address by current data. Searches three tables per address: use it for few rows only. */
export const companyOfAddress = (email: SQL, internalDomains: readonly string[]): SQL<number | null> =>
  sql`coalesce(
    (select min(u.company_id) from ${securityUsers} u where lower(u.email) = lower(${email}) having count(*) = 1),
    (select s.company_id from ${subscribers} s where lower(s.email) = lower(${email})),
    ${companyOfHost(hostOf(email), internalDomains)})`

/**
 * Whether an address is within a mail domain listed for the company. A longer domain may still give the address to
 * another company.
 */
const isInDomainOf = (email: SQL, companyId: number): SQL => sql`exists (
  select from ${companyDomains} c where c.company_id = ${companyId} and (
    ${hostOf(email)} in (c.domain, c.unicode_domain) or right(${hostOf(email)}, length(c.domain) + 1) = '.' || c.domain
    or right(${hostOf(email)}, length(c.unicode_domain) + 1) = '.' || c.unicode_domain))`

/** Whether any source names the company for the address. A more reliable source may still name another company. */
export const mayBelongTo = (email: SQL, companyId: number): SQL => sql`(
  exists (select from ${securityUsers} u where u.company_id = ${companyId} and lower(u.email) = lower(${email}))
  or exists (select from ${subscribers} s where s.company_id = ${companyId} and lower(s.email) = lower(${email}))
  or ${isInDomainOf(email, companyId)})`

type Addresses = { companyId: number; internalDomains: readonly string[]; seesSecurityUsers: boolean }

/** The addresses that belong to a company now: `email` as stored, `address` in lower case. */
export const addressesOfCompany = ({ companyId, internalDomains, seesSecurityUsers }: Addresses): SQL => sql`
  select a.address, min(a.email) as email from (
    select lower(u.email) as address, u.email from ${securityUsers} u
    where u.company_id = ${companyId} and ${seesSecurityUsers}::boolean
    union all
    select lower(s.email), s.email from ${subscribers} s
    where s.company_id = ${companyId} or ${isInDomainOf(sql`s.email`, companyId)}
  ) a
  where ${companyOfAddress(sql`a.address`, internalDomains)} = ${companyId}
  group by a.address`
