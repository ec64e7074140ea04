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

/**
 * Locks all bitmaps until the transaction ends, so that concurrent writers do not undo each other's changes.
 */
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

/** Creates or updates CIs; the services and data centers of a row replace the stored ones. */
export async function upsertCis(db: Db, rows: readonly CiRow[]): Promise<void> {
  const json = JSON.stringify(rows)
  await db.execute(sql`
    insert into ${cis} (name, category) select name, category from json_to_recordset(${json}) as input (name text, category text)
    order by name on conflict (name) do update set category = excluded.category`)
  for (const [table, column, field] of [
    [ciServices, sql`service`, 'services'],
    [ciDataCenters, sql`data_center`, 'data_centers'],
  ] as const) {
    const places = sql`(select ci_id, place from json_to_recordset(${json}) as input (name text, ${sql.raw(field)} text[])
      join ${cis} using (name) cross join unnest(${sql.raw(field)}) place)`
    await db.execute(sql`
      delete from ${table} stored where ci_id in (select ci_id from ${cis} where name = any(${texts(rows.map((row) => row.name))}))
        and not exists (select from ${places} new where new.ci_id = stored.ci_id and new.place = stored.${column})`)
    await db.execute(sql`
      insert into ${table} (ci_id, ${column}) select ci_id, place from ${places} new on conflict do nothing`)
  }
}

/** Position of each company's bit in the bitmaps, by company id; unknown companies are missing. */
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

/** Whether a company depends on a CI; `number` is the position of the company's bit. */
export type Dependency = { ciId: number; number: number; depends: boolean }

const NO_COMPANIES = sql.raw(`B''::bit(${BLOCK})`)

/**
 * Stores dependencies, none of which may occur twice. Returns how many were created and ended. `lost`: the CIs
 * that lost a company, and the affected blocks of 4096 companies in their bitmaps (ADR 23).
 */
export async function writeDependencies(
  db: Db,
  dependencies: readonly Dependency[],
): Promise<{ created: number; ended: number; lost: { ciIds: number[]; blocks: number[] } }> {
  const input = sql`unnest(${integers(dependencies.map((dependency) => dependency.ciId))}, ${integers(dependencies.map((dependency) => dependency.number))},
    ${sql.param(dependencies.map((dependency) => dependency.depends))}::bool[]) as dependency (ci_id, number, depends)`
  const result = await db.execute<{
    created: number
    ended: number
    lost_ids: number[]
    lost_blocks: number[]
  }>(sql`
    with input as (
      select ci_id, number / ${BLOCK} as block,
        coalesce(bit_or(company_bit(number)) filter (where depends), ${NO_COMPANIES}) as adds,
        coalesce(bit_or(company_bit(number)) filter (where not depends), ${NO_COMPANIES}) as drops
      from ${input} group by 1, 2
    ), compared as (
      select ci_id, block, adds, drops, coalesce(companies, ${NO_COMPANIES}) as was from input left join ${ciCompanies} using (ci_id, block)
    ), changed as (
      select ci_id, block, adds & ~was as added, drops & was as dropped, (was | adds) & ~drops as is_now from compared
    ), written as (
      insert into ${ciCompanies} (ci_id, block, companies)
      select ci_id, block, is_now from changed where bit_count(added | dropped) > 0 order by ci_id, block
      on conflict (ci_id, block) do update set companies = excluded.companies
    ), used as (
      insert into ${serviceCompanies} as stored (service, block, companies)
      select service, block, bit_or(added) from changed join ${ciServices} using (ci_id)
      where bit_count(added) > 0 group by service, block order by service, block
      on conflict (service, block) do update set companies = stored.companies | excluded.companies
    )
    select coalesce(sum(bit_count(added)), 0)::int as created, coalesce(sum(bit_count(dropped)), 0)::int as ended,
      coalesce(array_agg(distinct ci_id) filter (where bit_count(dropped) > 0), '{}') as lost_ids,
      coalesce(array_agg(distinct block) filter (where bit_count(dropped) > 0), '{}') as lost_blocks
    from changed`)
  const { created = 0, ended = 0, lost_ids = [], lost_blocks = [] } = result.rows[0] ?? {}
  return { created, ended, lost: { ciIds: lost_ids, blocks: lost_blocks } }
}

export async function listBlocks(db: Db, ciIds: readonly number[]): Promise<number[]> {
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

/**
 * Recomputes which companies depend on these services, from the services' CIs. `blocks`: the parts of 4096
 * companies whose bitmaps are recomputed (ADR 23).
 */
export const rebuildServiceCompanies = (
  db: Db,
  { services, blocks }: { services: readonly string[]; blocks: readonly number[] },
) =>
  db.execute(sql`
    insert into ${serviceCompanies} (service, block, companies)
    select service, block, coalesce(bit_or(companies), ${NO_COMPANIES})
    from unnest(${texts(services)}) service cross join unnest(${integers(blocks)}) block
    left join (${ciServices} join ${ciCompanies} using (ci_id)) using (service, block)
    group by service, block order by service, block
    on conflict (service, block) do update set companies = excluded.companies`)
