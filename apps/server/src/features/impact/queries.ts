import type { Ci } from '@aviary/contract/impact/endpoints'
import type { Company } from '@aviary/contract/incidents/schemas'
import type { DataCenter } from '@aviary/contract/reference/endpoints'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open.ts'
import { literally, texts } from '../../database/parameters.ts'
import {
  BLOCK,
  ciCompanies,
  ciDataCenters,
  ciServices,
  cis,
  dataCenterCompanies,
  serviceCompanies,
} from '../../database/tables/impact.ts'
import { companies } from '../../database/tables/incidents.ts'
import { dataCenters, services } from '../../database/tables/reference.ts'

const REFERENCE = { data_centers: dataCenters, services }

/**
 * System names by the given names. Links and older clients send system names or display names; case is
 * ignored, and a system name takes precedence.
 */
export async function listSystemNames(
  db: Db,
  kind: keyof typeof REFERENCE,
  names: readonly string[],
): Promise<Map<string, string>> {
  const result = await db.execute<{ name: string; system_name: string }>(sql`
    select distinct on (name) name, system_name from unnest(${texts(names)}) name
    join ${REFERENCE[kind]} on lower(name) in (lower(system_name), lower(display_name))
    order by name, lower(system_name) = lower(name) desc, position`)
  return new Map(result.rows.map((row) => [row.name, row.system_name]))
}

/** The services that have CIs in a data center, in grid order; retired services are left out. */
export async function listServicesOfDataCenter(db: Db, dataCenter: string): Promise<DataCenter[]> {
  const result = await db.execute<DataCenter>(sql`
    select display_name as name, system_name from ${services} service
    where retired_at is null and exists (select from ${ciServices} join ${ciDataCenters} using (ci_id)
      where service = system_name and data_center = ${dataCenter})
    order by position, system_name`)
  return result.rows
}

const inDataCenter = (dataCenter: string): SQL =>
  sql`exists (select from ${ciDataCenters} place where place.ci_id = cis.ci_id and data_center = ${dataCenter})`

export async function listCategories(db: Db, dataCenter: string, condition = sql`true`): Promise<string[]> {
  const result = await db.execute<{ category: string }>(sql`
    select distinct category from ${cis} where ${inDataCenter(dataCenter)} and ${condition} order by category`)
  return result.rows.map(({ category }) => category)
}

type CiSearch = { dataCenter: string; condition: SQL; limit: number }

async function listCis(db: Db, { dataCenter, condition, limit }: CiSearch): Promise<Ci[]> {
  const result = await db.execute<Ci>(sql`
    select category, name from ${cis} where ${inDataCenter(dataCenter)} and ${condition} order by name limit ${limit}`)
  return result.rows
}

export const listCisOfCategory = (
  db: Db,
  { category, ...search }: Omit<CiSearch, 'condition'> & { category: string },
) => listCis(db, { ...search, condition: sql`category = ${category}` })

const contains = (column: SQL, text: string): SQL =>
  sql`lower(${column}) like '%' || lower(${literally(text)}) || '%'`

export const listCisContaining = (
  db: Db,
  { text, ...search }: Omit<CiSearch, 'condition'> & { text: string },
) => listCis(db, { ...search, condition: contains(sql`name`, text) })

/** Categories with CIs in a data center; the category, or the name of such a CI, contains the text. */
export const listCategoriesContaining = (db: Db, dataCenter: string, text: string) =>
  listCategories(db, dataCenter, sql`(${contains(sql`category`, text)} or ${contains(sql`name`, text)})`)

/** A company must match at least one name of each list; an empty list matches every company. */
export type CompanyFilters = {
  services: readonly string[]
  cis: readonly string[]
  dataCenters: readonly string[]
}

/** Selects rows `data_center`, `block`, `companies` with the companies in scope. */
function selectScope({ services: serviceNames, dataCenters: dataCenterNames }: CompanyFilters): SQL {
  const inDataCenters =
    dataCenterNames.length > 0 ? sql`data_center = any(${texts(dataCenterNames)})` : sql`true`
  if (serviceNames.length === 0)
    return sql`select data_center, block, companies from ${dataCenterCompanies} where ${inDataCenters}`
  return sql`
    select data_center, block, place.companies & used.companies as companies from ${dataCenterCompanies} place
    join (select block, bit_or(companies) as companies from ${serviceCompanies}
      where service = any(${texts(serviceNames)}) group by block) used using (block)
    where ${inDataCenters}`
}

const selectCiIds = (names: readonly string[]): SQL =>
  sql`(select ci_id from ${cis} where name = any(${texts(names)}))`

/** Selects rows `block`, `companies` with the companies that depend on any of the CIs. */
const selectDependent = (names: readonly string[]): SQL => sql`
  select block, bit_or(companies) as companies from ${ciCompanies} where ci_id in ${selectCiIds(names)} group by block`

type Counts = {
  data_centers: { name: string; company_count: number; base_count: number }[]
  cis: { name: string; company_count: number }[]
}

/** Counts companies per data center and per known CI; companies without a data center count under an empty name. */
export async function countCompanies(db: Db, filters: CompanyFilters): Promise<Counts> {
  const result = await db.execute<Counts>(sql`
    with scope as materialized (${selectScope(filters)}), dependent as materialized (${selectDependent(filters.cis)})
    select coalesce((
      select json_agg(json_build_object('name', data_center, 'company_count', company_count, 'base_count', base_count)
        order by position, data_center)
      from (
        select data_center, coalesce(sum(bit_count(scope.companies)), 0) as base_count,
          coalesce(sum(bit_count(scope.companies & dependent.companies)), 0) as company_count
        from scope left join dependent using (block) group by data_center
      ) counted left join ${dataCenters} on system_name = data_center
    ), '[]') as data_centers, coalesce((
      select json_agg(json_build_object('name', name, 'company_count', company_count) order by name) from (
        select name, coalesce(sum(bit_count(depends.companies & everywhere.companies)), 0) as company_count
        from ${cis} left join (${ciCompanies} depends
          join (select block, bit_or(companies) as companies from scope group by block) everywhere using (block)) using (ci_id)
        where name = any(${texts(filters.cis)}) group by ci_id
      ) counted
    ), '[]') as cis`)
  return result.rows[0] ?? { data_centers: [], cis: [] }
}

/** A position in name order. */
export type Position = { name: string; id: number }
export type Page = { skip?: number; after?: Position | undefined; limit: number }

/** Up to this many matches, sorting all of them is faster than testing every company in name order. */
const MAX_SORTED = 20_000

/** The companies that match the filters, by name. `count`: how many match. */
export async function listCompanies(
  db: Db,
  filters: CompanyFilters,
  { skip = 0, after, limit, count }: Page & { count: number },
): Promise<Company[]> {
  const isAfter = after ? sql`(name, company_id) > (${after.name}, ${after.id})` : sql`true`
  const blocks = sql`
    select block, bit_or(scope.companies ${filters.cis.length > 0 ? sql`& dependent.companies` : sql``}) as companies
    from scope ${filters.cis.length > 0 ? sql`join dependent using (block)` : sql``} group by block`
  const source =
    count <= MAX_SORTED
      ? sql`(select company.* from blocks cross join lateral company_numbers_in(block, companies) number
          join ${companies} company using (number)) company where ${isAfter}`
      : sql`${companies} company where ${isAfter} and get_bit((select all_blocks from every_block)[number / ${BLOCK} + 1], number % ${BLOCK}) = 1`
  const result = await db.execute<Company>(sql`
    with scope as (${selectScope(filters)}), dependent as (${selectDependent(filters.cis)}), blocks as materialized (${blocks}),
    every_block as materialized (
      select array_agg(coalesce(companies, B''::bit(${sql.raw(String(BLOCK))})) order by block) as all_blocks
      from generate_series(0, (select max(number) / ${BLOCK} from ${companies})) block left join blocks using (block)
    )
    select name, company_id as id, entity_code, data_center from ${source}
    order by name, company_id offset ${skip} limit ${limit}`)
  return result.rows
}
