import { sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db } from '../../../database/open.ts'
import { integers, isAnyOf, texts } from '../../../database/parameters.ts'
import {
  BLOCK,
  ciCompanies,
  ciDataCenters,
  ciServices,
  cis,
  serviceCompanies,
} from '../../../database/tables/impact.ts'
import { companies } from '../../../database/tables/incidents.ts'

/** Held to the end of the transaction: what one writer adds to a set of companies another must not take back. */
export const lockImpact = (db: Db) => lockUntilEnd(db, 'impact')

export type CiRow = { name: string; category: string; services: string[]; data_centers: string[] }
export type StoredCi = CiRow & { ci_id: number }

/** CIs by name, with their services and data centers sorted. */
export async function listCisByName(db: Db, names: readonly string[]): Promise<StoredCi[]> {
  const result = await db.execute<StoredCi>(sql`
    select ci_id, name, category,
      array(select service from ${ciServices} used where used.ci_id = cis.ci_id order by service collate "C") as services,
      array(select data_center from ${ciDataCenters} place where place.ci_id = cis.ci_id order by data_center collate "C") as data_centers
    from ${cis} where name = any(${texts(names)})`)
  return result.rows
}

/** Creates CIs or brings them up to date; their services and data centers are those of the row alone. */
export async function upsertCis(db: Db, rows: readonly CiRow[]): Promise<void> {
  const given = JSON.stringify(rows)
  await db.execute(sql`
    insert into ${cis} (name, category) select name, category from json_to_recordset(${given}) as given (name text, category text)
    order by name on conflict (name) do update set category = excluded.category`)
  for (const [table, column, field] of [
    [ciServices, sql`service`, 'services'],
    [ciDataCenters, sql`data_center`, 'data_centers'],
  ] as const) {
    const named = sql`(select ci_id, place from json_to_recordset(${given}) as given (name text, ${sql.raw(field)} text[])
      join ${cis} using (name) cross join unnest(${sql.raw(field)}) place)`
    await db.execute(sql`
      delete from ${table} kept where ci_id in (select ci_id from ${cis} where name = any(${texts(rows.map((row) => row.name))}))
        and not exists (select from ${named} named where named.ci_id = kept.ci_id and named.place = kept.${column})`)
    await db.execute(sql`
      insert into ${table} (ci_id, ${column}) select ci_id, place from ${named} named on conflict do nothing`)
  }
}

/** The numbers of companies in sets; unknown companies are not among the keys. */
export async function listCompanyNumbers(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .select({ companyId: companies.companyId, number: companies.number })
    .from(companies)
    .where(isAnyOf(companies.companyId, companyIds))
  return new Map(rows.map(({ companyId, number }) => [companyId, number]))
}

/** A company, by its number, depends on a CI or no more does. */
export type Dependency = { ciId: number; number: number; depends: boolean }

const NOBODY = sql.raw(`B''::bit(${BLOCK})`)

/** Each dependency once. Answers how many are new and how many ended, and the blocks that lost companies. */
export async function writeDependencies(
  db: Db,
  dependencies: readonly Dependency[],
): Promise<{ created: number; ended: number; lost: { ciIds: number[]; blocks: number[] } }> {
  const given = sql`unnest(${integers(dependencies.map((one) => one.ciId))}, ${integers(dependencies.map((one) => one.number))},
    ${sql.param(dependencies.map((one) => one.depends))}::bool[]) as given (ci_id, number, depends)`
  const result = await db.execute<{
    created: number
    ended: number
    lost_ids: number[]
    lost_blocks: number[]
  }>(sql`
    with given as (
      select ci_id, number / ${BLOCK} as block,
        coalesce(bit_or(company_bit(number)) filter (where depends), ${NOBODY}) as adds,
        coalesce(bit_or(company_bit(number)) filter (where not depends), ${NOBODY}) as drops
      from ${given} group by 1, 2
    ), given_and_kept as (
      select ci_id, block, adds, drops, coalesce(companies, ${NOBODY}) as was from given left join ${ciCompanies} using (ci_id, block)
    ), changed as (
      select ci_id, block, adds & ~was as added, drops & was as dropped, (was | adds) & ~drops as is_now from given_and_kept
    ), written as (
      insert into ${ciCompanies} (ci_id, block, companies)
      select ci_id, block, is_now from changed where bit_count(added | dropped) > 0 order by ci_id, block
      on conflict (ci_id, block) do update set companies = excluded.companies
    ), used as (
      insert into ${serviceCompanies} as kept (service, block, companies)
      select service, block, bit_or(added) from changed join ${ciServices} using (ci_id)
      where bit_count(added) > 0 group by service, block order by service, block
      on conflict (service, block) do update set companies = kept.companies | excluded.companies
    )
    select coalesce(sum(bit_count(added)), 0)::int as created, coalesce(sum(bit_count(dropped)), 0)::int as ended,
      coalesce(array_agg(distinct ci_id) filter (where bit_count(dropped) > 0), '{}') as lost_ids,
      coalesce(array_agg(distinct block) filter (where bit_count(dropped) > 0), '{}') as lost_blocks
    from changed`)
  const { created = 0, ended = 0, lost_ids = [], lost_blocks = [] } = result.rows[0] ?? {}
  return { created, ended, lost: { ciIds: lost_ids, blocks: lost_blocks } }
}

export async function listBlocksOf(db: Db, ciIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ block: ciCompanies.block })
    .from(ciCompanies)
    .where(isAnyOf(ciCompanies.ciId, ciIds))
  return rows.map(({ block }) => block)
}

export async function listServicesOfCis(db: Db, ciIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ service: ciServices.service })
    .from(ciServices)
    .where(isAnyOf(ciServices.ciId, ciIds))
  return rows.map(({ service }) => service)
}

/** Makes the companies of services anew from those of their CIs, in these blocks. */
export const remakeServiceCompanies = (
  db: Db,
  { services, blocks }: { services: readonly string[]; blocks: readonly number[] },
) =>
  db.execute(sql`
    insert into ${serviceCompanies} (service, block, companies)
    select service, block, coalesce(bit_or(companies), ${NOBODY})
    from unnest(${texts(services)}) service cross join unnest(${integers(blocks)}) block
    left join (${ciServices} join ${ciCompanies} using (ci_id)) using (service, block)
    group by service, block order by service, block
    on conflict (service, block) do update set companies = excluded.companies`)
